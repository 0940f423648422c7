// Where the cycles of a search went.
import { $, element } from './dom.js';

/** The rectangles of a flame graph: callers below, what they call on them, widths by cycles. */
function flames(contexts) {
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

/** Draws where cycles went, as flames and as a table. */
export function drawCosts(contexts, text, number) {
  const placed = flames(contexts);
  const rowHeight = 22, levels = Math.max(...placed.map((each) => each.level)) + 1;
  $('flames').style.height = `${levels * rowHeight}px`;
  const share = (cycles) => `${(100 * cycles / contexts[0].total).toFixed(1)} %`;
  const about = (each) => text('flameText', each.name, share(each.total),
    number(each.self), number(each.calls));
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
      element('td', { textContent: number(row.self) }),
      element('td', { textContent: number(row.calls) }))));
  $('flame-about').textContent = text('flameHint');
}
