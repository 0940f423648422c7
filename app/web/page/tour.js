// What a newcomer is shown: how the game goes, in three pictures; the two engines side by side; and
// a tour of seven steps.
import { miniature } from './board.js';
import { $, all } from './dom.js';

const squareOf = (name) => 'abcdefgh'.indexOf(name[0]) + 8 * (8 - Number(name[1]));

/** A position by names, with the squares that a piece can go to. */
function picture(mouse, cats, targets) {
  const cells = Array(64).fill(' ');
  for (const cat of cats) cells[squareOf(cat)] = 'c';
  cells[squareOf(mouse)] = 'M';
  return miniature(cells.join(''), targets.map(squareOf));
}
const home = ['a8', 'c8', 'e8', 'g8'];
const pictures = [
  ['howMouse', picture('e4', home, ['d5', 'f5', 'd3', 'f3'])],
  ['howCats', picture('d1', home, ['b7', 'd7'])],
  ['howEnd', picture('b1', ['a2', 'c2', 'f4', 'h4'], [])],
];
export function showHow(text) {
  $('how').replaceChildren(...pictures.map(([name, svg]) => {
    const figure = document.createElement('figure');
    figure.innerHTML = `${svg}<figcaption></figcaption>`;
    figure.lastChild.textContent = text(name);
    return figure;
  }));
}

/** What the assembly and the C++ say of the same search. */
export async function compare({ ask, text, number }, { version, depth, position }) {
  const by = (engine) => ask('search', { program: `ryg${version}`, values: { depth, position, engine } });
  const both = [await by('asm'), await by('native')];
  const rows = [['move', 'move1'], ['value', 'value'], ['nodes', 'nodes'], ['depth_used', 'depth'],
    ['tree_bytes', 'bytesOf']];
  const line = (head, values) => {
    const row = document.createElement('tr');
    row.innerHTML = '<th scope="row"></th><td></td><td></td>';
    [head, ...values].forEach((each, at) => { row.children[at].textContent = each ?? '–'; });
    return row;
  };
  $('twins').replaceChildren(...rows.map(([name, head]) => line(text(head),
    both.map((each) => typeof each[name] === 'number' ? number(each[name]) : each[name]))));
  const childrenOf = (each) => JSON.stringify([each.children, rows.map(([name]) => each[name])]);
  $('twins-about').textContent = text(childrenOf(both[0]) === childrenOf(both[1]) ? 'twinsEqual' : 'twinsDiffer',
    number(both[0].children.length), number(both[0].cycles));
}

/** Steps: the text's name, what is shown, and what happens. */
function stepsOf({ study, twins, calm }) {
  const deedful = () => all('.byte.valor').find((each) => !each.dataset.nobody);
  return [
    ['tourBoard', 'game'],
    ['tourScreen', 'c64'],
    ['tourTree', 'tree', () => (calm || !study.place?.over ? undefined : study.play(true))],
    ['tourNode', 'node-panel', async () => {
      await study.pause();
      await study.go('last');
      study.tree.select(Math.min(1, study.place.nodes - 1));
    }],
    ['tourWrite', 'source-panel', () => deedful()?.click()],
    ['tourCosts', 'costs-panel', async () => { await study.go('last'); await study.measure(); }],
    ['tourTwins', 'twins-panel', twins],
  ];
}

export class Tour {
  #at = -1;
  constructor({ study, twins, text, calm, attempt }) {
    this.text = text;
    this.attempt = attempt;
    this.steps = stepsOf({ study, twins, calm });
    $('tour-begin').addEventListener('click', () => this.#go(0));
    $('tour-next').addEventListener('click', () => this.#go(this.#at + 1));
    $('tour-back').addEventListener('click', () => this.#go(this.#at - 1));
    $('tour-end').addEventListener('click', () => this.#go(-1));
    $('tour').addEventListener('keydown', (event) => { if (event.key === 'Escape') this.#go(-1); });
    this.calm = calm;
  }
  #go(at) {
    document.querySelector('.toured')?.classList.remove('toured');
    this.#at = at < this.steps.length ? at : -1;
    $('tour').hidden = this.#at < 0;
    if (this.#at < 0) return $('tour-begin').focus();
    const [, id, act] = this.steps[this.#at];
    this.tell();
    $('tour-next').focus();
    this.attempt(async () => {
      const done = act?.();
      if (id !== 'tree') await done;  // that goes on while it is looked at
      const pane = $(id).querySelector('.pane');
      if (pane) pane.open = true;
      $(id).classList.add('toured');
      $(id).scrollIntoView({ block: 'center', behavior: this.calm ? 'auto' : 'smooth' });
      await done;
    });
  }
  /** The texts, again in another language. */
  tell() {
    if (this.#at < 0) return;
    $('tour-text').textContent = this.text(this.steps[this.#at][0]);
    $('tour-step').textContent = this.text('tourStep', this.#at + 1, this.steps.length);
    $('tour-back').disabled = this.#at === 0;
    $('tour-next').textContent = this.text(this.#at + 1 < this.steps.length ? 'tourNext' : 'tourEnd');
  }
}
