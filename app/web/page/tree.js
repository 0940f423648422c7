// The tree as a picture that can be moved and enlarged: a level a row, parents above their children.

import { onZoom } from './gestures.js';

const width = 58, height = 28, column = 68, most = 3;

/** Places nodes: leaves side by side in order, a parent above the middle of its children. A level
 * is a row whatever the scale; `x` counts columns. */
export function layOut(nodes, folded = new Set()) {
  const places = new Map();
  const children = nodes.map(() => []);
  for (const node of nodes) if (node.parent >= 0) children[node.parent]?.push(node.index);
  let leaves = 0, levels = 0;
  const hidden = (index) => children[index].reduce((sum, child) => sum + 1 + hidden(child), 0);
  const place = (index) => {
    const node = nodes[index], shut = folded.has(index) && children[index].length > 0;
    levels = Math.max(levels, node.level);
    const begin = leaves, inner = shut ? [] : children[index].map(place);
    const room = Math.max(1, leaves - begin);
    const x = inner.length === 0 ? 0.5 + leaves++ : (inner[0] + inner[inner.length - 1]) / 2;
    places.set(index, { x, room, level: node.level, hidden: shut ? hidden(index) : 0 });
    return x;
  };
  if (nodes.length > 0) place(0);
  return { places, children, columns: Math.max(1, leaves), levels };
}

/** 0 is best for the cats, 255 for the mouse; 128 is neither. */
export function colourOf(value, dark) {
  const strength = Math.min(1, Math.sqrt(Math.abs(value - 128) / 48));
  const hue = value >= 128 ? 212 : 28;
  return `hsl(${hue} ${Math.round(20 + 65 * strength)}% ${Math.round(dark ? 26 + 14 * strength : 90 - 22 * strength)}%)`;
}

export class TreePicture {
  /** @type {TreeNode[]} */
  #nodes = [];
  #best = new Set();
  #folded = new Set();
  #selected = -1;
  #view = { x: 0, scale: column };  // pixels: where column 0 begins, and how wide one is
  #mode = 'fit';  // or 'follow', or 'free' once the user has moved it
  #layout = layOut([]);

  /** `onSelect(index)` is called when a node is chosen, `onMode(mode)` when following ends. */
  constructor(canvas, { onSelect, onMode }) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.onSelect = onSelect;
    this.onMode = onMode;
    new ResizeObserver(() => this.draw()).observe(canvas);
    this.gestures = onZoom(canvas, (factor, x) => this.zoom(factor, x), { wheel: true });
    canvas.addEventListener('pointerdown', (event) => this.#press(event));
    canvas.addEventListener('dblclick', (event) => this.fold(this.#at(event)));
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  show(nodes, best) {
    const grown = nodes.length !== this.#nodes.length || this.#nodes.length === 0
      || nodes.at(-1).parent !== this.#nodes.at(-1).parent;
    this.#nodes = nodes;
    this.#best = new Set(best);
    if (grown) this.#layout = layOut(nodes, this.#folded);
    this.draw();
  }
  get selected() { return this.#selected; }
  get mode() { return this.#mode; }
  /** Where a node is on the canvas, for those who point at it. */
  placeOf(index) {
    const place = this.#layout.places.get(index);
    if (!place) return undefined;
    const room = this.canvas.clientHeight - 2 * height - 72;
    const row = Math.min(110, room / Math.max(1, this.#layout.levels));
    return { x: place.x * this.#view.scale + this.#view.x, y: 62 + row * place.level };
  }
  setMode(mode) {
    this.#mode = mode;
    this.onMode(mode);
    this.draw();
  }
  select(index) {
    this.#selected = index;
    this.draw();
    if (index >= 0) this.onSelect(index);
  }
  fold(index) {
    if (index < 0) return;
    if (!this.#folded.delete(index)) this.#folded.add(index);
    this.#layout = layOut(this.#nodes, this.#folded);
    this.draw();
  }
  unfold() { this.#folded.clear(); this.#layout = layOut(this.#nodes); this.draw(); }
  zoom(factor, x = this.canvas.clientWidth / 2) {
    const least = this.canvas.clientWidth / this.#layout.columns / 2;
    const scale = Math.max(Math.min(least, column), Math.min(most * column, this.#view.scale * factor));
    this.#view = { scale, x: x - (x - this.#view.x) * scale / this.#view.scale };
    this.setMode('free');
  }

  #aim() {
    const { clientWidth } = this.canvas, { columns } = this.#layout;
    if (this.#mode === 'fit') {
      const scale = Math.min(1.6 * column, (clientWidth - 16) / columns);
      this.#view = { scale, x: (clientWidth - columns * scale) / 2 };
    } else if (this.#mode === 'follow' && this.#nodes.length > 0) {
      const newest = this.#layout.places.get(this.#nodes.length - 1) ?? { x: 0 };
      const scale = Math.max(this.#view.scale, 0.8 * column);
      this.#view = { scale, x: clientWidth / 2 - newest.x * scale };
    }
  }
  draw() {
    const { clientWidth, clientHeight } = this.canvas, density = window.devicePixelRatio || 1;
    if (clientWidth === 0) return;
    this.canvas.width = Math.round(clientWidth * density);
    this.canvas.height = Math.round(clientHeight * density);
    this.#aim();
    const style = getComputedStyle(this.canvas), ink = (name) => style.getPropertyValue(name);
    const colours = { line: ink('--line'), text: ink('--ink'), gold: ink('--gold'),
                      accent: ink('--accent'), dark: ink('--is-dark').trim() === '1' };
    this.context.setTransform(density, 0, 0, density, 0, 0);
    const seen = new Map();
    for (const index of this.#layout.places.keys()) seen.set(index, this.placeOf(index));
    this.#drawLines(colours, seen);
    for (const [index, place] of seen) {
      if (place.x > -80 && place.x < clientWidth + 80) this.#drawNode(this.#nodes[index], place, colours);
    }
  }
  #drawLines(colours, seen) {
    const context = this.context;
    for (const best of [false, true]) {
      context.beginPath();
      for (const [index, place] of seen) {
        const parent = seen.get(this.#nodes[index].parent);
        if (!parent || this.#best.has(index) !== best) continue;
        const middle = (parent.y + place.y) / 2;
        context.moveTo(parent.x, parent.y);
        context.bezierCurveTo(parent.x, middle, place.x, middle, place.x, place.y);
      }
      context.strokeStyle = best ? colours.gold : colours.line;
      context.lineWidth = best ? 3.5 : 1;
      context.stroke();
    }
  }
  /** A box with its value; without room for that a bar in its colour. */
  #drawNode(node, place, colours) {
    const context = this.context, { scale } = this.#view;
    const isNewest = node.index === this.#nodes.length - 1;
    const { room, hidden } = this.#layout.places.get(node.index);
    const wide = Math.max(3, Math.min(width, 0.86 * room * scale)), high = Math.min(height, Math.max(10, wide));
    context.fillStyle = colourOf(node.value, colours.dark);
    context.beginPath();
    context.roundRect(place.x - wide / 2, place.y - high / 2, wide, high,
      Math.min(wide / 2, node.mouse ? 14 : 3));
    context.fill();
    const ring = node.index === this.#selected ? colours.accent
      : this.#best.has(node.index) || isNewest ? colours.gold : '';
    context.lineWidth = ring ? 2.5 : 1;
    context.strokeStyle = ring || colours.line;
    context.stroke();
    if (wide < 24) return;
    context.fillStyle = colours.text;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.font = `600 ${wide < 34 ? 11 : 14}px system-ui, sans-serif`;
    context.fillText(String(node.value), place.x, place.y + 1);
    if (hidden > 0) context.fillText(`+${hidden}`, place.x, place.y + high / 2 + 9);
    if (wide < 40) return;
    context.font = '12px ui-monospace, monospace';
    if (node.move) context.fillText(node.move, place.x, place.y - high / 2 - 9);
  }

  /** The node at a place, or the nearest one that is a few points away. */
  #at(event) {
    let nearest = -1, least = 14;
    for (const index of this.#layout.places.keys()) {
      const place = this.placeOf(index);
      const away = Math.max(Math.abs(event.offsetX - place.x) - this.#view.scale * 0.4,
        Math.abs(event.offsetY - place.y) - height / 2, 0)
        + Math.abs(event.offsetX - place.x) / 1e3;
      if (away < least) [nearest, least] = [index, away];
    }
    return nearest;
  }
  #press(event) {
    const begin = { x: event.clientX, view: { ...this.#view } };
    let moved = false;
    this.canvas.setPointerCapture(event.pointerId);
    const over = new AbortController();
    const on = (kind, act) => this.canvas.addEventListener(kind, act, { signal: over.signal });
    on('pointermove', (at) => {
      const across = at.clientX - begin.x;
      if (!moved && Math.abs(across) < 6 && !this.gestures.pinches()) return;
      moved = true;
      if (this.gestures.pinches()) return Object.assign(begin, { x: at.clientX, view: { ...this.#view } });
      this.#view = { ...begin.view, x: begin.view.x + across };
      this.setMode('free');
    });
    on('pointerup', (at) => {
      over.abort();
      if (!moved && this.#at(at) >= 0) this.select(this.#at(at));
    });
    on('pointercancel', () => over.abort());
  }
  /** Arrows go to the parent, the first child and the siblings; Enter folds; + and - enlarge. */
  #key(event) {
    if (this.#nodes.length === 0) return;
    const here = this.#nodes[this.#selected] ?? this.#nodes[0];
    const siblings = here.parent < 0 ? [0] : this.#layout.children[here.parent];
    const place = siblings.indexOf(here.index);
    const keys = {
      ArrowUp: () => this.select(Math.max(0, here.parent)),
      ArrowDown: () => this.select(this.#layout.children[here.index]?.[0] ?? here.index),
      ArrowLeft: () => this.select(siblings[Math.max(0, place - 1)]),
      ArrowRight: () => this.select(siblings[Math.min(siblings.length - 1, place + 1)]),
      Home: () => this.select(0),
      End: () => this.select(this.#nodes.length - 1),
      Enter: () => this.fold(here.index),
      '+': () => this.zoom(1.3),
      '-': () => this.zoom(1 / 1.3),
      0: () => this.setMode('fit'),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
    this.#show(this.#selected);
  }
  /** Moves the picture so that a node can be seen. */
  #show(index) {
    const place = this.placeOf(index), margin = 50;
    if (!place || this.#mode === 'fit') return;
    const right = this.canvas.clientWidth - margin;
    this.#view.x += place.x < margin ? margin - place.x : Math.min(0, right - place.x);
    this.draw();
  }
}
