// <ryg-board position="..." depth="2">: a board for any page. The side to move is the reader's; RYG
// 16, the 6502 program in its C64, plays the other. The C64 is loaded when the reader comes to a
// board: its script, ryg-machine.js, lies beside this one.
import { isDepth } from './address.js';
import { Board } from './board.js';
import { element } from './dom.js';
import { Refused } from './engine.js';
import { compiled, Remote } from './remote.js';
import { textIn } from './texts.js';

/* global MODULE:writable, WORKER:writable, STYLE -- put in front by build.mjs: room for what
   ryg-machine.js brings, and board.css */

const style = `:host { display: block; max-width: 24rem; font: 15px/1.5 system-ui, sans-serif;
  --square: #e9dfc6; --dark-square: #a9825a; --mark: #1a1424; }
* { box-sizing: border-box; }
p { margin: .3rem 0; }
${STYLE}`;

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
async function load() {
  const script = element('script', { src: new URL('ryg-machine.js', home).href });
  document.head.append(script);
  await new Promise((loaded, failed) => {
    script.onload = loaded;
    script.onerror = () => failed(new Refused(`${script.src} cannot be loaded`));
  });
  ({ MODULE, WORKER } = window.rygMachine);
  return new Remote(await compiled(MODULE));
}
/** @type {Promise<Remote>} */
let shared;  // one worker serves all boards of a page
const ask = async (...asked) => {
  shared ??= load().catch((error) => {
    shared = undefined;  // the next question tries again
    throw error;
  });
  return (await shared).ask(...asked);
};

/** A position that nothing has read yet, to be looked at. */
function drawn(fen) {
  const [rows, side] = fen.split(' ');
  const cells = rows.replaceAll('/', '').replace(/\d/g, (count) => ' '.repeat(Number(count)));
  return { fen, cells, side: /** @type {Side} */ (side === 'b' ? 'cats' : 'mouse'), winner: null, moves: [] };
}

class RygBoard extends HTMLElement {
  static observedAttributes = ['position', 'depth'];
  /** @type {Board} */
  #board = null;
  #said = element('p');
  /** @type {Position} */
  #position = null;
  #isStarted = false;  // the reader has come to this board
  #begun = 0;  // a number for each game: what belongs to an older one is dropped

  connectedCallback() {
    if (!this.#board) this.#build();
    this.#begin();
  }
  attributeChangedCallback() {
    if (this.#board) this.#begin();
  }
  #text(name, ...told) {
    const language = this.closest('[lang]')?.getAttribute('lang') ?? navigator.language;
    return textIn(language.startsWith('es') ? 'es' : 'en', name, ...told);
  }
  #build() {
    const grid = element('div', { className: 'board', ariaLabel: this.#text('board') });
    const again = element('button', { type: 'button', textContent: this.#text('again'), onclick: () => this.#begin() });
    this.#said.setAttribute('role', 'status');
    for (const kind of ['pointerenter', 'pointerdown', 'focusin']) {
      this.addEventListener(kind, () => {
        if (this.#isStarted) return;
        this.#isStarted = true;
        this.#begin();
      });
    }
    this.attachShadow({ mode: 'open' }).append(element('style', { textContent: style }), grid, this.#said, again);
    this.#board = new Board(grid, {
      text: (...asked) => this.#text(...asked), onMove: (name) => this.#game(() => this.#move(name)),
    });
  }
  /** What `action` returns is shown, or why it was refused. */
  async #game(action) {
    const mine = this.#begun;
    let words;
    try { words = await action(); } catch (trouble) { words = trouble.message; }
    if (mine !== this.#begun) return;
    this.#board.show(this.#position);
    this.#said.textContent = words;
  }
  #begin() {
    ++this.#begun;
    this.#position = drawn(this.getAttribute('position') ?? 'c1c1c1c1/8/8/8/8/8/8/3M4 w');
    return this.#game(async () => {
      if (!isDepth(this.#depth)) throw new Refused(this.#text('noDepth', this.#depth));
      if (!this.#isStarted) return this.#text('comeToPlay');
      const mine = this.#begun, position = await ask('board', { position: this.getAttribute('position') ?? undefined });
      if (mine === this.#begun) this.#position = position;
      return this.#turn(position);
    });
  }
  get #depth() { return this.getAttribute('depth') ?? '2'; }
  #turn({ winner, side }) { return this.#text(winner ? `won_${winner}` : `turn_${side}`); }
  async #move(name) {
    const mine = this.#begun, moved = await ask('board', { position: this.#position.fen, move: name });
    if (mine !== this.#begun) return '';
    this.#position = { ...moved, moves: [] };
    this.#board.show(this.#position);
    if (moved.winner) return this.#turn(moved);
    this.#said.textContent = this.#text('thinking');
    const { move, nodes, cycles } = await ask('search', { program: 'ryg16', values: { position: moved.fen, depth: this.#depth } });
    const answered = await ask('board', { position: moved.fen, move });
    if (mine === this.#begun) this.#position = answered;
    return `${this.#text('answered', move, nodes, cycles.toLocaleString())} ${this.#turn(answered)}`;
  }
}
customElements.define('ryg-board', RygBoard);
