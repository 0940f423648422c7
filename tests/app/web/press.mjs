// What somebody presses who does not know what he does.

/** Presses `count` times at random, on whatever can be pressed; returns what kinds of elements. It
 * runs in the page. */
export async function press(count) {
  let seed = 11;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  const leaves = ['open', 'share', 'save', 'then-save'];  // these open a window of the browser
  const what = 'button, select, input[type=range], input[type=checkbox], summary, .square, canvas';
  const kinds = new Set();
  for (let i = 0; i < count; ++i) {
    const all = [...document.querySelectorAll(what)].filter((each) =>
      each.checkVisibility() && !each.disabled && !leaves.includes(each.id));
    const each = all[random(all.length)];
    const tell = (event) => each.dispatchEvent(event);
    kinds.add(each.localName);
    if (each.localName === 'select') {
      each.selectedIndex = random(each.options.length);
      tell(new Event('change', { bubbles: true }));
    } else if (each.type === 'range') {
      each.value = random(Number(each.max) + 1);
      tell(new Event('input', { bubbles: true }));
    } else if (each.localName === 'canvas') {
      const key = ['ArrowUp', 'ArrowDown', 'ArrowRight', 'Enter'][random(4)];
      tell(new KeyboardEvent('keydown', { key, bubbles: true }));
    } else if (each.matches('.square')) {
      tell(new PointerEvent('pointerdown', { bubbles: true }));
      document.dispatchEvent(new PointerEvent('pointerup'));
    } else {
      each.click();
    }
    await new Promise((resolve) => setTimeout(resolve, 12));
  }
  return [...kinds].sort();
}
