// The C64's screen on a canvas, and its keyboard: texts for our programs, the matrix for others.

export class Screen {
  constructor(canvas, { palette, width, height }) {
    this.canvas = canvas;
    // Each point is four of the canvas, so that a picture of any size is sharp and even.
    canvas.width = 2 * width;
    canvas.height = 2 * height;
    this.points = new OffscreenCanvas(width, height);
    this.image = this.points.getContext('2d').createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.palette = palette.map(([red, green, blue]) =>
      (0xff000000 | blue << 16 | green << 8 | red) >>> 0);
  }
  draw(colours) {
    for (let i = 0; i < this.pixels.length; ++i) this.pixels[i] = this.palette[colours[i]];
    this.points.getContext('2d').putImageData(this.image, 0, 0);
    const context = this.canvas.getContext('2d');
    context.imageSmoothingEnabled = false;
    context.drawImage(this.points, 0, 0, this.canvas.width, this.canvas.height);
  }
}

/** The 64 keys by their numbers in the matrix; unnamed ones have no key of their own here. */
const matrix = ['Backspace', 'Enter', '', 'F7', 'F1', 'F3', 'F5', '',
  '3', 'w', 'a', '4', 'z', 's', 'e', 'Shift', '5', 'r', 'd', '6', 'c', 'f', 't', 'x',
  '7', 'y', 'g', '8', 'b', 'h', 'u', 'v', '9', 'i', 'j', '0', 'm', 'k', 'o', 'n',
  '+', 'p', 'l', '-', '.', ':', '@', ',', '£', '*', ';', 'Home', '', '=', '^', '/',
  '1', '_', '', '2', ' ', 'Alt', 'q', 'Escape'];

/** Joystick 2 on the arrows, its button on Control. */
const joystick = { ArrowUp: 1, ArrowDown: 2, ArrowLeft: 4, ArrowRight: 8, Control: 16 };

/** Which keys are down, as numbers of the matrix and as a joystick. */
export class Keys {
  #down = new Set();
  set(key, isDown) {
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (isDown) this.#down.add(name); else this.#down.delete(name);
  }
  clear() { this.#down.clear(); }
  held() {
    const keys = [];
    let closed = 0;
    for (const name of this.#down) {
      const number = matrix.indexOf(name);
      if (name in joystick) closed |= joystick[name];
      else if (number >= 0) keys.push(number);
    }
    return { keys, joystick: closed };
  }
}

/** What a key of the page's keyboard types, or '' if the C64 has none. */
export function typed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return '';
  if (event.key === 'Enter') return '\r';
  if (event.key === 'Backspace') return '\x7f';
  return event.key.length === 1 ? event.key : '';
}
