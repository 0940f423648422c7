// A search that can be looked at: its moments, its tree, its source, its costs, its memory.
import { miniature } from './board.js';
import { TreePicture } from './tree.js';

const $ = (id) => document.getElementById(id);
const hex = (value, digits = 2) => value.toString(16).padStart(digits, '0');
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const element = (tag, values = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...children);
  return made;
};

/** The rectangles of a flame graph: callers below, what they call on them, widths by cycles. */
export function flames(contexts) {
  const all = contexts[0]?.total || 1, next = [], placed = [];
  contexts.forEach((context, index) => {
    const parent = placed[context.parent];
    const x = parent ? next[context.parent] : 0;
    const width = context.total / all;
    placed[index] = { ...context, index, x, width, level: parent ? parent.level + 1 : 0 };
    next[index] = x;
    if (parent) next[context.parent] = x + width;
  });
  return placed;
}

export class Study {
  #place = null;
  #nodes = [];
  #curve = [];        // [cycle, nodes] on the way
  #busy = 0;          // a number for each growth: a newer one ends an older one
  #playing = false;
  #file = '';
  #breakpoints = [];
  #cursor = 0;
  #node = null;
  #settled = 0;

  constructor({ ask, bytes, sources, text, number, say, fail, changed, screen }) {
    Object.assign(this, { ask, bytes, sources, text, number, say, fail, changed, screen });
    this.tree = new TreePicture($('tree'), {
      onSelect: (index) => this.attempt(() => this.#showNode(index)),
      onMode: (mode) => ['fit', 'follow'].forEach((each) =>
        $(`tree-${each}`).setAttribute('aria-pressed', String(mode === each))),
    });
    for (const button of document.querySelectorAll('[data-go]')) {
      button.addEventListener('click', () => this.attempt(() => this.go(button.dataset.go)));
    }
    $('moment').addEventListener('input', () => this.attempt(() => {
      this.pause();
      this.#arrive(this.ask('study.go', { how: 'cycle', to: Number($('moment').value) }), true);
    }));
    $('time-play').addEventListener('click', () => this.#playing ? this.pause() : this.play());
    $('tree-fit').addEventListener('click', () => this.tree.setMode('fit'));
    $('tree-follow').addEventListener('click', () => this.tree.setMode('follow'));
    $('tree-in').addEventListener('click', () => this.tree.zoom(1.4));
    $('tree-out').addEventListener('click', () => this.tree.zoom(1 / 1.4));
    $('tree-unfold').addEventListener('click', () => this.tree.unfold());
    $('source').addEventListener('click', (event) => {
      const line = event.target.closest('[data-line]');
      if (line) this.attempt(() => this.#toggle(Number(line.dataset.line)));
    });
    $('source').addEventListener('keydown', (event) => this.#sourceKey(event));
    $('source-file').addEventListener('change', () => this.#showFile($('source-file').value));
    $('profile-run').addEventListener('click', () => this.attempt(() => this.#showProfile()));
    $('memory').addEventListener('pointermove', (event) => this.#pointMemory(event));
    $('monitor').addEventListener('submit', (event) => {
      event.preventDefault();
      this.attempt(() => this.#command($('monitor-line').value));
    });
  }

  get place() { return this.#place; }
  get selected() { return this.tree.selected; }
  attempt(action) {
    try { return action(); } catch (trouble) { this.fail(trouble); return undefined; }
  }

  /** Searches a position to the end, then shows it growing, or at the moment that is wanted. */
  async grow({ version, ...values }, { moment = -1, node = -1, animated = true } = {}) {
    const mine = ++this.#busy;
    this.#playing = false;
    let place = this.ask('study.search', { program: `ryg${version}`, values });
    this.#begin(place);
    // In pieces of a few milliseconds, so that the page stays alive.
    for (let piece = 20000; !place.over && place.reason !== 'jammed';) {
      const begin = performance.now();
      place = this.ask('study.go', { how: 'run', to: piece });
      this.#curve.push([place.cycle, place.nodes]);
      const took = performance.now() - begin;
      if (took < 4 && this.#curve.length > 60) piece *= 2;
      if (this.#curve.length % 8 === 0 || took > 8) {
        $('search-state').textContent = this.text('searching', this.number(place.cycle - place.first));
        await nextFrame();
        if (mine !== this.#busy) return;
      }
    }
    $('moment').min = String(place.first);
    $('moment').max = String(place.last);
    this.#drawCurve(place);
    $('search-state').textContent = this.text('searched', this.number(place.nodes),
      this.number(place.cycle - place.first - place.calling));
    if (moment >= 0) {
      place = this.ask('study.go', { how: 'cycle', to: place.first + moment });
    }
    this.#arrive(place);
    const quick = place.last - place.first < 5e6;
    if (quick) this.#showProfile(); else this.#clearProfile();
    if (moment < 0 && animated) await this.play(true);
    if (mine === this.#busy - 1 || !animated) this.#choose(node);
  }
  /** The node that is wanted, or the move that was chosen. */
  #choose(node) {
    const wanted = node >= 0 ? node : this.best[1] ?? 0;
    if (wanted < this.#nodes.length) this.attempt(() => this.tree.select(wanted));
  }
  /** The machine that is being played at, from now on. */
  machine() {
    ++this.#busy;
    this.#playing = false;
    this.#begin(this.ask('study.play'));
    this.#clearProfile();
    this.#arrive(this.#place);
  }
  #begin(place) {
    this.#curve = [[place.cycle, 0]];
    this.#breakpoints = [];
    this.#file = '';
    this.#node = null;
    this.tree.select(-1);
    this.tree.unfold();
    this.#place = place;
    $('node-panel').hidden = true;
    $('source-file').replaceChildren();
    for (const name of this.ask('study.sources').filter((each) => each in this.sources)) {
      $('source-file').append(element('option', { value: name, textContent: name.split('/').pop() }));
    }
  }

  // --- time ---------------------------------------------------------------------------------------

  async play(fromBeginning = false) {
    if (!this.#place || this.#playing) return;
    const mine = ++this.#busy, { first, last } = this.#place;
    const seconds = Number($('growth').value);
    let at = fromBeginning || this.#place.cycle >= last ? first : this.#place.cycle;
    this.#setPlaying(true);
    for (let before = performance.now(); this.#playing && at < last;) {
      await nextFrame();
      if (mine !== this.#busy) return;
      const now = performance.now();
      at = Math.min(last, at + (last - first) * Math.min(100, now - before) / 1000 / seconds);
      before = now;
      this.attempt(() =>
        this.#arrive(this.ask('study.go', { how: 'cycle', to: Math.round(at) }), true));
    }
    if (mine === this.#busy) this.pause();
  }
  pause() {
    if (!this.#playing) return;
    this.#setPlaying(false);
    this.#settle();
  }
  #setPlaying(playing) {
    this.#playing = playing;
    $('time-play').textContent = playing ? '❚❚' : '▶';
    $('time-play').setAttribute('aria-label', this.text(playing ? 'pause' : 'playTime'));
  }
  /** One of the movements of study.cpp, or to one of the ends. */
  go(how) {
    if (!this.#place) return;
    this.#setPlaying(false);
    ++this.#busy;
    const ends = { first: this.#place.first, last: this.#place.last };
    const far = 50_000_000;
    const place = how in ends ? this.ask('study.go', { how: 'cycle', to: ends[how] })
      : this.ask('study.go', { how, to: far });
    this.#arrive(place);
    if (place.reason && !['done', 'ended'].includes(place.reason)) {
      this.say(this.text(`reason_${place.reason}`));
    }
  }
  goTo(cycle) {
    this.#setPlaying(false);
    ++this.#busy;
    this.#arrive(this.ask('study.go', { how: 'cycle', to: cycle }));
  }
  /** Shows a moment; all that takes long is shown when the movement pauses. */
  #arrive(place, soon = false) {
    this.#place = place;
    const { nodes, best } = this.ask('study.nodes', { from: 0 });
    this.#nodes = nodes.map(([index, address, level, value, mouse, parent, move]) =>
      ({ index, address, level, value, mouse, parent, move }));
    this.tree.show(this.#nodes, best);
    this.best = best;
    $('moment').min = String(place.first);
    $('moment').max = String(Math.max(place.last, place.first + 1));
    $('moment').value = String(place.cycle);
    const spent = place.cycle - place.first;
    $('moment').setAttribute('aria-valuetext', this.text('momentText', this.number(spent), place.label));
    $('cycle').textContent = this.number(spent);
    $('place').textContent = place.label;
    $('tree').setAttribute('aria-label', this.text('treeText', this.#nodes.length,
      best.length > 1 ? best.slice(1).map((each) => this.#nodes[each].move).join(' ') : '-'));
    const line = best.slice(1).map((each) => this.#nodes[each].move).join(' ');
    $('best').textContent = line ? this.text('bestLine', line, this.#nodes[0].value) : '';
    clearTimeout(this.#settled);
    if (soon) this.#settled = setTimeout(() => this.attempt(() => this.#settle()), 120);
    else this.#settle();
  }
  #settle() {
    clearTimeout(this.#settled);
    if (!this.#place) return;
    this.#showSource();
    this.#showMemory();
    this.#showCalls();
    if (this.tree.selected >= 0 && this.tree.selected < this.#nodes.length) {
      this.#showNode(this.tree.selected);
    }
    this.screen();
    this.changed();
  }
  #drawCurve({ first, last, nodes }) {
    const points = this.#curve.map(([cycle, count]) =>
      `${(1000 * (cycle - first) / (last - first)).toFixed(1)},${(40 - 38 * count / Math.max(1, nodes)).toFixed(1)}`);
    $('curve').setAttribute('points', `0,40 ${points.join(' ')} 1000,40`);
  }
  #showCalls() {
    const { calls, a, x, y, s, p } = this.#place;
    $('calls').textContent = [...calls, ''].join(' › ');
    $('registers').textContent =
      `A ${hex(a)}  X ${hex(x)}  Y ${hex(y)}  S ${hex(s)}  P ${hex(p)}`;
  }

  // --- a node -------------------------------------------------------------------------------------

  #showNode(index) {
    const node = this.ask('study.node', { index });
    this.#node = node;
    $('node-panel').hidden = false;
    $('node-title').textContent = this.text('nodeTitle', node.index, hex(node.address, 4));
    $('node-path').textContent = this.text('nodeText', node.path, node.level, node.value);
    this.say(`${$('node-title').textContent}. ${$('node-path').textContent}`);
    $('node-board').innerHTML = node.position ? miniature(node.position.cells) : '';
    const grid = $('node-bytes');
    const focused = grid.contains(document.activeElement)
      ? [...grid.children].indexOf(document.activeElement) : -1;
    grid.replaceChildren(...node.bytes.map((byte, at) => {
      const kind = byte.field.replace(/[[(.].*/, '');
      const made = element('button', {
        type: 'button', textContent: hex(byte.value), className: `byte ${kind}`,
        title: this.#aboutByte(node, at), tabIndex: at === 0 ? 0 : -1,
      });
      made.setAttribute('aria-label', this.#aboutByte(node, at));
      made.addEventListener('focus', () => { $('byte-about').textContent = this.#aboutByte(node, at); });
      made.addEventListener('pointerenter', () => { $('byte-about').textContent = this.#aboutByte(node, at); });
      made.addEventListener('click', () => byte.deed && this.attempt(() => this.goTo(byte.deed.cycle)));
      return made;
    }));
    grid.onkeydown = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key];
      const to = grid.children[[...grid.children].indexOf(document.activeElement) + step];
      if (!to) return;
      event.preventDefault();
      to.focus();
    };
    if (focused >= 0) grid.children[focused].focus();
    $('byte-about').textContent = this.text('byteHint');
  }
  #aboutByte(node, at) {
    const { field, value, deed } = node.bytes[at];
    const what = `${field} $${hex(node.address + at, 4)} = $${hex(value)}`;
    if (!deed) return `${what}: ${this.text('nobody')}`;
    return `${what}: ${this.text('wroteIt', deed.by, this.number(deed.cycle - this.#place.first))}`;
  }

  // --- source -------------------------------------------------------------------------------------

  #showSource() {
    const { file, line } = this.#place, first = $('source-file').options[0]?.value;
    if (file || (first && this.#place.over)) {
      this.#showFile(file ?? (this.#file || first));
    } else {
      this.#file = '';
      const lines = this.ask('study.listing', { from: this.#place.pc, count: 24 });
      $('source').replaceChildren(...lines.map(({ text }, at) =>
        element('div', { className: at === 0 ? 'line now' : 'line', textContent: text })));
      return;
    }
    this.#cursor = line ?? 1;
    this.#markLines();
    const now = $('source').querySelector('.now');
    if (now) $('source').scrollTop = now.offsetTop - $('source').clientHeight / 2;
  }
  #showFile(name) {
    if (name === this.#file || !(name in this.sources)) return;
    this.#file = name;
    $('source-file').value = name;
    $('source').replaceChildren(...this.sources[name].split('\n').map((text, at) => {
      const line = element('div', { className: 'line', id: `line-${at + 1}` });
      line.dataset.line = String(at + 1);
      line.setAttribute('role', 'option');
      const comment = text.search(/;(?=[^"']*$)/);
      const code = comment < 0 ? text : text.slice(0, comment);
      line.append(element('span', { className: 'number', textContent: String(at + 1) }), code || ' ');
      if (comment >= 0) line.append(element('i', { textContent: text.slice(comment) }));
      return line;
    }));
    this.#markLines();
  }
  #markLines() {
    for (const line of $('source').children) {
      const number = Number(line.dataset.line);
      const isNow = this.#place.file === this.#file && number === this.#place.line;
      const stops = this.#breakpoints.some(([file, each]) => file === this.#file && each === number);
      line.classList.toggle('now', isNow);
      line.classList.toggle('stop', stops);
      line.classList.toggle('cursor', number === this.#cursor);
      line.setAttribute('aria-selected', String(isNow));
line.setAttribute('aria-description', stops ? this.text('breakpoint') : '');
    }
    $('source').setAttribute('aria-activedescendant', this.#file ? `line-${this.#cursor}` : '');
  }
  #toggle(line) {
    this.#cursor = line;
    const before = this.#breakpoints.length;
    this.#breakpoints = this.ask('study.toggle', { file: this.#file, line });
    this.#markLines();
    const after = this.#breakpoints.length;
    this.say(this.text(after > before ? 'breakpointSet' : after < before ? 'breakpointGone' : 'noCode', line));
  }
  #sourceKey(event) {
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -15, PageDown: 15 }[event.key];
    if (step && this.#file) {
      const lines = $('source').children.length;
      this.#cursor = Math.max(1, Math.min(lines, this.#cursor + step));
      this.#markLines();
      $(`line-${this.#cursor}`).scrollIntoView({ block: 'nearest' });
    } else if ((event.key === ' ' || event.key === 'Enter') && this.#file) {
      this.attempt(() => this.#toggle(this.#cursor));
    } else {
      return;
    }
    event.preventDefault();
  }

  // --- costs, memory, commands --------------------------------------------------------------------

  #clearProfile() {
    $('flames').replaceChildren();
    $('flame-about').textContent = this.text('flameLater');
    $('costs').replaceChildren();
  }
  #showProfile() {
    const contexts = this.ask('study.profile'), placed = flames(contexts);
    const rowHeight = 22, levels = Math.max(...placed.map((each) => each.level)) + 1;
    $('flames').style.height = `${levels * rowHeight}px`;
    const share = (cycles) => `${(100 * cycles / contexts[0].total).toFixed(1)} %`;
    const about = (each) => this.text('flameText', each.name, share(each.total),
      this.number(each.self), this.number(each.calls));
    const wide = placed.filter((each) => each.width > 0.002);
    $('flames').replaceChildren(...wide.map((each, at) => {
      const box = element('button', { type: 'button', className: 'flame', textContent: each.name,
                                      title: about(each), tabIndex: at === 0 ? 0 : -1 });
      box.setAttribute('aria-label', about(each));
      Object.assign(box.style, { left: `${100 * each.x}%`, width: `${100 * each.width}%`,
                                 bottom: `${each.level * rowHeight}px` });
      box.style.setProperty('--heat', String(Math.round(100 * each.self / contexts[0].total)));
      const tell = () => { $('flame-about').textContent = about(each); };
      box.addEventListener('focus', tell);
      box.addEventListener('pointerenter', tell);
      return box;
    }));
    $('flames').onkeydown = (event) => {
      const boxes = [...$('flames').children], at = boxes.indexOf(document.activeElement);
      const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (!step || !boxes[at + step]) return;
      event.preventDefault();
      boxes[at + step].focus();
    };
    const rows = new Map();
    for (const each of contexts) {
      const row = rows.get(each.name) ?? { self: 0, calls: 0 };
      rows.set(each.name, { self: row.self + each.self, calls: row.calls + each.calls });
    }
    $('costs').replaceChildren(...[...rows].sort(([, one], [, two]) => two.self - one.self).slice(0, 12)
      .map(([name, row]) => element('tr', {},
        element('th', { scope: 'row', textContent: name }),
        element('td', { textContent: share(row.self) }),
        element('td', { textContent: this.number(row.self) }),
        element('td', { textContent: this.number(row.calls) }))));
    $('flame-about').textContent = this.text('flameHint');
  }
  #showMemory() {
    this.ask('study.memory');
    this.map = this.bytes().slice();
    const canvas = $('memory'), context = canvas.getContext('2d');
    const image = context.createImageData(256, 256), pixels = new Uint32Array(image.data.buffer);
    const style = getComputedStyle(canvas);
    const colours = ['ram', 'program', 'nodes', 'rom', 'chips', 'shown'].map((name) => {
      const [red, green, blue] = style.getPropertyValue(`--${name}`).trim().slice(1).match(/../g)
        .map((two) => parseInt(two, 16));
      return [red, green, blue];
    });
    const touched = 0xff30d5ff, written = 0xff4040ff;
    this.map.forEach((byte, at) => {
      const [red, green, blue] = colours[byte & 7];
      pixels[at] = byte & 0x80 ? written : byte & 0x60 ? touched
        : (0xff000000 | blue << 16 | green << 8 | red) >>> 0;
    });
    context.putImageData(image, 0, 0);
  }
  #pointMemory(event) {
    if (!this.map) return;
    const scale = 256 / $('memory').clientWidth;
    const at = Math.min(65535, (Math.floor(event.offsetY * scale) << 8) + Math.floor(event.offsetX * scale));
    const kinds = ['ram', 'program', 'nodes', 'rom', 'chips', 'shown'];
    $('memory-about').textContent = `$${hex(at, 4)}: ${this.text(`kind_${kinds[this.map[at] & 7]}`)}`;
  }
  #command(line) {
    const { text, moved } = this.ask('study.execute', { line });
    $('monitor-log').textContent += `> ${line}\n${text}`;
    $('monitor-log').scrollTop = $('monitor-log').scrollHeight;
    $('monitor-line').value = '';
    if (moved) this.#arrive(this.ask('study.place'));
  }
  /** Texts that are made here, again: the language has changed. */
  retell() {
    if (!this.#place) return;
    this.#setPlaying(this.#playing);
    this.#arrive(this.#place);
    if ($('flames').children.length > 0) this.#showProfile();
  }
}
