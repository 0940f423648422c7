// The map of memory: what each address is, and how it was touched lately.
import { $, hex } from './dom.js';

const kinds = ['ram', 'program', 'nodes', 'rom', 'chips', 'shown'];

export class MemoryMap {
  #map = null;

  constructor(text) {
    this.text = text;
    $('memory').addEventListener('pointermove', (event) => this.#point(event));
  }
  show(map) {
    this.#map = map;
    const canvas = $('memory'), context = canvas.getContext('2d');
    const image = context.createImageData(256, 256), pixels = new Uint32Array(image.data.buffer);
    const style = getComputedStyle(canvas);
    const colours = kinds.map((name) =>
      style.getPropertyValue(`--${name}`).trim().slice(1).match(/../g).map((two) => parseInt(two, 16)));
    const touched = 0xff30d5ff, written = 0xff4040ff;
    map.forEach((byte, at) => {
      const [red, green, blue] = colours[byte & 7];
      pixels[at] = byte & 0x80 ? written : byte & 0x60 ? touched
        : (0xff000000 | blue << 16 | green << 8 | red) >>> 0;
    });
    context.putImageData(image, 0, 0);
  }
  #point(event) {
    if (!this.#map) return;
    const scale = 256 / $('memory').clientWidth;
    const at = Math.min(65535, (Math.floor(event.offsetY * scale) << 8) + Math.floor(event.offsetX * scale));
    $('memory-about').textContent = `$${hex(at, 4)}: ${this.text(`kind_${kinds[this.#map[at] & 7]}`)}`;
  }
}
