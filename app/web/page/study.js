// A search that can be looked at: its moments, its tree, its source, its costs, its memory.
import { miniature } from './board.js';
import { drawCosts } from './costs.js';
import { $, all, element, hex } from './dom.js';
import { Refused } from './engine.js';
import { onZoom } from './gestures.js';
import { MemoryMap } from './memory.js';
import { Stopped } from './remote.js';
import { TreePicture } from './tree.js';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Whether each value is the best of the children's, so that a best line means something. */
export function isMinimax(nodes) {
  const best = new Map();
  for (const { parent, value } of nodes.slice(1)) {
    const of = Math[nodes[parent].mouse ? 'max' : 'min'];
    best.set(parent, of(best.get(parent) ?? value, value));
  }
  return [...best].every(([index, value]) => nodes[index].value === value);
}

export class Study {
  /** @type {Place} */
  #place = null;
  /** @type {TreeNode[]} */
  #nodes = [];
  #curve = [];        // [cycle, nodes] on the way
  #busy = 0;          // a number for each movement: a newer one ends an older one
  #view = 0;          // the same for what is shown
  #playing = false;
  #file = '';
  #breakpoints = [];
  #cursor = 0;
  /** @type {NodeInFull} */
  #node = null;
  #settled = undefined;
  #measured = null;   // the cycle that the costs end at
  #summary = null;    // of the search
  #again = null;      // does what made the recording

  /** `changed()` is called when what is seen has become something else, `screen()` draws the C64's.
   * @param {import('./remote.js').Remote} remote
   * @param {Record<string, string>} sources by the names of their files
   * @param {Voice & { changed: () => void, screen: () => Promise<void> }} voice */
  constructor(remote, sources, voice) {
    this.remote = remote;
    this.sources = sources;
    this.text = voice.text;
    this.number = voice.number;
    this.say = voice.say;
    this.fail = voice.fail;
    this.changed = voice.changed;
    this.screen = voice.screen;
    this.ask = (...asked) => remote.ask(...asked);
    this.best = [];
    remote.on = { progress: ({ place }) => this.#progress(place), lost: () => this.#lost() };
    this.tree = new TreePicture($('tree'), {
      onSelect: (index) => this.attempt(() => this.#showNode(index)),
      onMode: (mode) => ['fit', 'follow'].forEach((each) =>
        $(`tree-${each}`).setAttribute('aria-pressed', String(mode === each))),
    });
    this.memory = new MemoryMap(this.text);
    this.#listen();
  }
  #listen() {
    const on = (id, act, kind = 'click') =>
      $(id).addEventListener(kind, (event) => this.attempt(() => act(event)));
    for (const button of all('[data-go]')) {
      button.addEventListener('click', () => this.attempt(() => this.go(button.dataset.go)));
    }
    on('moment', () => this.#slide(), 'input');
    on('time-play', () => this.#playing ? this.pause() : this.play());
    on('stop', () => this.remote.stop());
    on('go-on', () => this.goOn());
    on('tree-fit', () => this.tree.setMode('fit'));
    on('tree-follow', () => this.tree.setMode('follow'));
    on('tree-in', () => this.tree.zoom(1.4));
    on('tree-out', () => this.tree.zoom(1 / 1.4));
    on('tree-unfold', () => this.tree.unfold());
    on('source', (event) => {
      const line = event.target.closest('[data-line]');
      return line && this.#toggle(Number(line.dataset.line));
    });
    $('source').addEventListener('keydown', (event) => this.#sourceKey(event));
    on('source-file', () => this.#showFile($('source-file').value), 'change');
    on('profile-run', () => this.measure());
    let wide = 1;
    onZoom($('flames').parentElement, (factor) => {
      wide = Math.max(1, Math.min(12, wide * factor));
      $('flames').style.width = `${100 * wide}%`;
    });
    $('monitor').addEventListener('submit', (event) => event.preventDefault());
    on('monitor', () => this.#command($('monitor-line').value), 'submit');
  }

  get place() { return this.#place; }
  get selected() { return this.tree.selected; }
  async attempt(action) {
    try {
      return await action();
    } catch (trouble) {
      if (!(trouble instanceof Stopped)) this.fail(trouble);
      return undefined;
    }
  }
  /** What moves from now on; whatever moved before ends. */
  #own() {
    this.#setPlaying(false);
    this.remote.halt();
    return ++this.#busy;
  }

  // --- recording ----------------------------------------------------------------------------------

  /** Searches a position to the end, then shows it growing, or at the moment that is wanted. After
   * `budget` milliseconds the user is asked. */
  async grow(search, { moment = -1, node = -1, animated = true, budget = Infinity } = {}) {
    const mine = this.#own(), { version, ...values } = search;
    const place = await this.ask('study.search', { program: `ryg${version}`, values });
    if (mine !== this.#busy) return;
    this.#again = (options) => this.grow(search, { animated: false, ...options });
    await this.#begin(place);
    await this.#record(mine, { moment, node, animated, time: budget });
  }
  /** The rest of a search that was stopped. */
  async goOn() {
    const mine = this.#own();
    await this.ask('study.go', { how: 'cycle', to: this.#place.last });
    await this.#record(mine, {});
  }
  async #record(mine, { moment = -1, node = -1, animated = false, time = Infinity }) {
    $('go-on').hidden = true;
    let place = await this.#long(this.ask('study.run', { how: 'run', time }));
    if (mine !== this.#busy) return;
    this.#curve.push(...place.curve);
    this.#drawCurve(place);
    const length = place.last - place.first, whole = !['stopped', 'late'].includes(place.reason);
    const { depth } = await this.ask('study.nodes', { from: place.nodes });
    this.#summary = [whole, place.nodes, length - (whole ? place.calling : 0), $('depth').value, depth];
    $('go-on').hidden = whole;
    if (moment > length) this.fail(new Refused(this.text('momentLater', this.number(length))));
    if (moment >= 0 && moment <= length) {
      place = await this.ask('study.go', { how: 'cycle', to: place.first + moment });
    }
    if (mine === this.#busy) await this.#arrive(place);
    this.#tellSearched();
    if (mine !== this.#busy) return;
    if (length < 5e6) await this.measure(); else this.#clearProfile();
    if (mine !== this.#busy) return;
    if (moment < 0 && animated && whole) {
      await this.play(true);
      if (mine !== this.#busy - 1) return;
    }
    this.#choose(node);
  }
  #tellSearched() {
    if (!this.#summary) return;
    const [whole, nodes, cycles, asked, reached] = this.#summary;
    const said = this.text(whole ? 'searched' : 'cutShort', this.number(nodes), this.number(cycles));
    const short = whole && reached !== null && Number(asked) > reached;
    $('search-state').textContent = short ? `${said}. ${this.text('shallower', asked, reached)}` : said;
  }
  #progress(place) {
    const cycles = place.cycle - (this.#place?.first ?? 0);
    $('search-state').textContent = this.text('searching', this.number(place.nodes),
      this.number(cycles), this.number(Math.round(cycles / 98524.8) / 10));
  }
  /** The worker had to be given up: what it had is made again. */
  async #lost() {
    this.say(this.text('stoppedLost'));
    const { over, cycle, first } = this.#place ?? {};
    await this.attempt(() => this.#again?.(over ? {} : { moment: cycle - first }));
  }
  /** While something is asked for, it can be stopped. */
  async #long(asked) {
    $('stop').disabled = false;
    try { return await asked; } finally { $('stop').disabled = true; }
  }
  /** The node that is wanted, or the move that was chosen. */
  #choose(node) {
    if (this.tree.selected >= 0) return;  // the user was faster
    if (node >= this.#nodes.length) this.fail(new Refused(this.text('noNode', node)));
    const wanted = node >= 0 ? node : this.best[1] ?? 0;
    if (wanted < this.#nodes.length) this.tree.select(wanted);
  }
  /** The machine that is being played at, from now on: `calls` make it. */
  async machine(calls, keepsTree) {
    const mine = this.#own();
    for (const [call, values, file] of calls) await this.ask(call, values, file);
    const place = await this.ask('study.play');
    if (mine !== this.#busy) return;
    this.#again = () => this.machine(calls, keepsTree);
    $('go-on').hidden = true;
    await this.#begin(place);
    this.#clearProfile();
    $('curve').setAttribute('points', '');
    await this.#arrive(place);
    $('search-state').textContent = keepsTree ? '' : this.text('noTree');
  }
  async #begin(place) {
    this.#curve = [[place.cycle, 0]];
    this.#breakpoints = [];
    this.#file = '';
    this.#node = null;
    this.#measured = null;
    this.#summary = null;
    this.#nodes = [];
    this.tree.select(-1);
    this.tree.unfold();
    this.#place = place;
    $('node-panel').hidden = true;
    const names = await this.ask('study.sources');
    $('source-file').replaceChildren(...names.filter((each) => each in this.sources).map((name) =>
      element('option', { value: name, textContent: name.split('/').pop() })));
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
      const place = await this.ask('study.go', { how: 'cycle', to: Math.round(at) });
      if (mine !== this.#busy) return;
      await this.#arrive(place, true);
    }
    if (mine === this.#busy) await this.pause();
  }
  async pause() {
    if (!this.#playing) return;
    this.#setPlaying(false);
    await this.#settle();
  }
  #setPlaying(playing) {
    this.#playing = playing;
    $('time-play').textContent = playing ? '❚❚' : '▶';
    $('time-play').setAttribute('aria-label', this.text(playing ? 'pause' : 'playTime'));
  }
  async #slide() {
    const mine = this.#own();
    const place = await this.ask('study.go', { how: 'cycle', to: Number($('moment').value) });
    if (mine === this.#busy) await this.#arrive(place, true);
  }
  /** One of the movements of study.cpp, or to one of the ends. */
  async go(how) {
    if (!this.#place) return;
    const mine = this.#own(), ends = { first: this.#place.first, last: this.#place.last };
    const forward = ['run', 'node', 'into', 'over', 'out', 'line', 'lineOver'].includes(how);
    const place = await this.#long(how in ends ? this.ask('study.go', { how: 'cycle', to: ends[how] })
      : forward ? this.ask('study.run', { how, most: 50_000_000 })
        : this.ask('study.go', { how, to: 0 }));
    if (mine !== this.#busy) return;
    await this.#arrive(place);
    if (place.reason && !['done', 'ended'].includes(place.reason)) {
      this.say(this.text(`reason_${place.reason}`));
    }
  }
  async goTo(cycle) {
    const mine = this.#own();
    const place = await this.#long(this.ask('study.go', { how: 'cycle', to: cycle }));
    if (mine === this.#busy) await this.#arrive(place);
  }
  /** Shows a moment; all that takes long is shown now and then while time passes. */
  async #arrive(place, soon = false) {
    const mine = ++this.#view;
    this.#place = place;
    const { nodes, best, depth } = await this.ask('study.nodes', { from: 0 });
    if (mine !== this.#view) return;
    this.depth = depth;
    this.#nodes = nodes.map(([index, address, level, value, mouse, parent, move]) =>
      ({ index, address, level, value, mouse, parent, move }));
    this.best = isMinimax(this.#nodes) ? best : [];
    this.tree.show(this.#nodes, this.best);
    this.#showPlace(place, best.length > 0 && this.best.length === 0);
    if (!soon) return this.#settle();
    this.#settled ??= setTimeout(() => this.attempt(() => this.#settle()), 120);
  }
  #showPlace(place, hasNoLine) {
    $('moment').min = String(place.first);
    $('moment').max = String(Math.max(place.last, place.first + 1));
    $('moment').value = String(place.cycle);
    const spent = place.cycle - place.first;
    $('moment').setAttribute('aria-valuetext', this.text('momentText', this.number(spent), place.label));
    $('cycle').textContent = this.number(spent);
    $('place').textContent = place.label;
    $('path').textContent = place.path.map(([ply, value]) => `${ply.padEnd(10)} ${value}`).join('\n');
    $('path').hidden = place.path.length === 0;
    $('tree').hidden = place.path.length > 0;
    const line = this.best.slice(1).map((each) => this.#nodes[each].move).join(' ');
    $('tree').setAttribute('aria-label', this.text('treeText', this.#nodes.length, line || '-'));
    $('best').textContent = line ? this.text('bestLine', line, this.#nodes[0].value)
      : hasNoLine ? this.text('noLine') : '';
    this.#showAge();
  }
  /** The node and the costs belong to a moment: to this one, or else they say to which. */
  #showAge() {
    const now = this.#place.cycle - this.#place.first;
    for (const [id, cycle] of [['node-age', this.#node?.cycle], ['costs-age', this.#measured]]) {
      const old = cycle !== undefined && cycle !== null && cycle !== now;
      $(id).textContent = old ? this.text('asOf', this.number(cycle)) : '';
      $(id).parentElement.classList.toggle('old', old);
    }
  }
  async #settle() {
    clearTimeout(this.#settled);
    this.#settled = undefined;
    if (!this.#place) return;
    const mine = this.#view;
    await this.#showSource();
    this.#showCalls();
    const memory = await this.remote.bytes('study.memory');
    if (mine !== this.#view && !this.#playing) return;
    this.memory.show(memory);
    await this.screen();
    const { selected } = this.tree, isThere = selected >= 0 && selected < this.#nodes.length;
    if (isThere && !this.#playing && mine === this.#view) await this.#showNode(selected);
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

  async #showNode(index) {
    const view = this.#view, cycle = this.#place.cycle - this.#place.first;
    const node = await this.#long(this.ask('study.node', { index }));
    if (view !== this.#view || this.tree.selected !== index) return;
    $('node-panel').hidden = node === null;  // the picture may be of a later moment
    if (node === null) return;
    this.#node = { ...node, cycle };
    this.#showAge();
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

  async #showSource() {
    const { file, line } = this.#place, first = $('source-file').options[0]?.value;
    if (file || (first && this.#place.over)) {
      this.#showFile(file ?? (this.#file || first));
    } else {
      this.#file = '';
      const lines = await this.ask('study.listing', { from: this.#place.pc, count: 24 });
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
  async #toggle(line) {
    this.#cursor = line;
    const before = this.#breakpoints.length;
    this.#breakpoints = await this.ask('study.toggle', { file: this.#file, line });
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

  // --- costs, commands ----------------------------------------------------------------------------

  #clearProfile() {
    this.#measured = null;
    $('flames').replaceChildren();
    $('flame-about').textContent = this.text('flameLater');
    $('costs').replaceChildren();
  }
  async measure() {
    const cycle = this.#place.cycle - this.#place.first;
    const contexts = await this.#long(this.ask('study.profile'));
    this.#measured = cycle;
    this.#drawCosts(contexts);
    this.#showAge();
  }
  #drawCosts(contexts) {
    this.contexts = contexts;
    drawCosts(contexts, this.text, this.number);
  }
  async #command(line) {
    const mine = this.#own();
    const { text, moved } = await this.#long(this.ask('study.execute', { line }));
    $('monitor-log').textContent += `> ${line}\n${text}`;
    $('monitor-log').scrollTop = $('monitor-log').scrollHeight;
    $('monitor-line').value = '';
    if (!moved) return;
    const place = await this.ask('study.place');
    if (mine === this.#busy) await this.#arrive(place);
  }
  /** Texts that are made here, again: the language has changed. */
  async retell() {
    if (!this.#place) return;
    this.#setPlaying(this.#playing);
    this.#tellSearched();
    if ($('flames').children.length > 0) this.#drawCosts(this.contexts);
    await this.attempt(() => this.#arrive(this.#place));
  }
}
