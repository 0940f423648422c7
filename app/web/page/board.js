// The board: a grid of squares with a mouse and four cats; pieces are dragged, or chosen by keys.

const files = 'abcdefgh';
export const squareName = (square) => files[square % 8] + (8 - (square >> 3));
const isDark = (square) => ((square >> 3) + square) % 2 === 0;

/** A picture of a position, small, without anything to press; `targets` have a dot. */
export function miniature(cells, targets = []) {
  const parts = [...cells].map((cell, square) => {
    const x = square % 8, y = square >> 3;
    const ground = isDark(square) ? `<rect x="${x}" y="${y}" width="1" height="1" class="dark"/>` : '';
    if (targets.includes(square)) return `${ground}<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".18" class="goal"/>`;
    if (cell === ' ') return ground;
    return `${ground}<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".38" class="${cell === 'M' ? 'mouse' : 'cat'}"/>`;
  });
  return `<svg viewBox="0 0 8 8" class="miniature" role="img" aria-label="${describe(cells)}">${parts.join('')}</svg>`;
}

export function describe(cells) {
  const squares = (sign) => [...cells].flatMap((cell, at) => cell === sign ? [squareName(at)] : []);
  return `M ${squares('M').join(' ')}; c ${squares('c').join(' ')}`;
}

export class Board {
  /** @type {Position} */
  #position = null;
  #chosen = -1;
  #focus = 59;
  #last = '';
  /** @type {Truth} */
  #truth = null;

  /** `onMove(name)` is called for a move that is one.
   * @param {HTMLElement} element
   * @param {{ text: Voice['text'], onMove: (name: string) => void }} given */
  constructor(element, { text, onMove }) {
    this.element = element;
    this.text = text;
    this.onMove = onMove;
    element.setAttribute('role', 'grid');
    this.cells = [];
    for (let row = 0; row < 8; ++row) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let column = 0; column < 8; ++column) {
        const square = 8 * row + column, cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.className = isDark(square) ? 'square dark' : 'square';
        cell.dataset.square = String(square);
        if (column === 0) cell.dataset.rank = String(8 - row);
        if (row === 7) cell.dataset.file = files[column];
        line.append(cell);
        this.cells.push(cell);
      }
      element.append(line);
    }
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('pointerdown', (event) => this.#grab(event));
  }

  /** `last` is the move that led to the position, such as d1c2: its squares are marked.
   * @type {(position: Position, truth?: Truth, last?: string) => void} */
  show(position, truth = null, last = '') {
    const key = JSON.stringify([position, truth, last, this.text('mouse')]);
    if (key === this.key) return;
    this.key = key;
    this.#last = last;
    if (this.#position?.fen !== position?.fen) this.#chosen = -1;
    this.#position = position;
    this.#truth = truth;
    this.#draw();
  }

  #targets(from) {
    return (this.#position?.moves ?? []).filter((move) => move.from === from);
  }
  #draw() {
    const targets = new Map(this.#targets(this.#chosen).map((move) => [move.to, move]));
    this.cells.forEach((cell, square) => {
      const piece = this.#position?.cells[square] ?? ' ';
      const target = targets.get(square);
      const outcome = target && this.#truth?.moves[target.name];
      cell.innerHTML = piece === ' ' ? '' : `<span class="piece ${piece === 'M' ? 'mouse' : 'cat'}"></span>`;
      cell.classList.toggle('movable', this.#targets(square).length > 0);
      cell.classList.toggle('chosen', square === this.#chosen);
      cell.classList.toggle('last', [0, 2].some((at) => this.#last.slice(at, at + 2) === squareName(square)));
      cell.classList.toggle('target', target !== undefined);
      cell.classList.toggle('good', outcome?.winner === this.#position?.side);
      cell.classList.toggle('bad', outcome !== undefined && outcome?.winner !== this.#position?.side);
      cell.tabIndex = square === this.#focus ? 0 : -1;
      const what = piece === ' ' ? this.text('empty') : this.text(piece === 'M' ? 'mouse' : 'cat');
      cell.setAttribute('aria-label',
        `${squareName(square)} ${what}${target ? ', ' + this.text('target') : ''}`);
      cell.setAttribute('aria-selected', String(square === this.#chosen));
    });
  }
  /** Seen from the cats' side, or from the mouse's again. */
  flip() { this.element.classList.toggle('flipped'); }
  #choose(square) {
    const move = this.#targets(this.#chosen).find((each) => each.to === square);
    if (move) {
      this.#chosen = -1;
      this.#draw();
      this.onMove(move.name);
    } else {
      this.#chosen = square !== this.#chosen && this.#targets(square).length > 0 ? square : -1;
      this.#draw();
    }
  }
  #key(event) {
    const steps = { ArrowUp: -8, ArrowDown: 8, ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in steps) {
      const step = steps[event.key] * (this.element.classList.contains('flipped') ? -1 : 1);
      const to = this.#focus + step;
      const wraps = Math.abs(step) === 1 && to >> 3 !== this.#focus >> 3;
      if (to >= 0 && to < 64 && !wraps) this.#focus = to;
      this.#draw();
      this.cells[this.#focus].focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#choose(this.#focus);
    } else if (event.key === 'Escape') {
      this.#choose(-1);
    } else {
      return;
    }
    event.preventDefault();
  }
  /** A press chooses a square; a piece that can move follows the pointer and is dropped. */
  #grab(event) {
    const cell = event.target.closest('.square');
    if (!cell || event.button !== 0) return;
    const from = Number(cell.dataset.square), piece = cell.querySelector('.piece');
    this.#focus = from;
    const drags = piece && this.#targets(from).length > 0;
    if (!drags || this.#targets(this.#chosen).some((move) => move.to === from)) {
      return this.#choose(from);
    }
    const wasChosen = this.#chosen === from;
    this.#chosen = from;
    this.#draw();
    /** @type {HTMLElement} */
    const ghost = this.cells[from].querySelector('.piece');
    const begin = { x: event.clientX, y: event.clientY };
    let moved = false;
    event.preventDefault();
    this.cells[from].focus();
    const follow = (at) => {
      moved ||= Math.hypot(at.clientX - begin.x, at.clientY - begin.y) > 6;
      ghost.style.transform = `translate(${at.clientX - begin.x}px, ${at.clientY - begin.y}px)`;
    };
    const ended = new AbortController();
    const drop = (at) => {
      ended.abort();
      ghost.style.transform = '';
      const root = /** @type {Document | ShadowRoot} */ (this.element.getRootNode());
      const under = root.elementsFromPoint(at.clientX, at.clientY);
      const to = this.cells.findIndex((cell) => under.includes(cell));
      if (moved && to >= 0 && at.type === 'pointerup') {
        this.#choose(to);
      } else if (wasChosen) {
        this.#choose(from);
      }
    };
    document.addEventListener('pointermove', follow, { signal: ended.signal });
    document.addEventListener('pointerup', drop, { signal: ended.signal });
    document.addEventListener('pointercancel', drop, { signal: ended.signal });
  }
}
