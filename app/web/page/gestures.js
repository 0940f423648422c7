// Enlarging by the wheel and by two fingers.

/** `zoom(factor, x)` is called with the place that is to stay; the wheel alone counts if `wheel`,
 * else with Control, which is what a pinched pad sends. */
export function onZoom(element, zoom, { wheel = false } = {}) {
  element.addEventListener('wheel', (event) => {
    if (!wheel && !event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), event.clientX - element.getBoundingClientRect().left);
  }, { passive: false });
  const fingers = new Map();
  const span = () => {
    const [one, two] = [...fingers.values()];
    return { wide: Math.max(1, Math.hypot(one.x - two.x, one.y - two.y)), middle: (one.x + two.x) / 2 };
  };
  element.addEventListener('pointerdown', ({ pointerId, clientX, clientY }) =>
    fingers.set(pointerId, { x: clientX, y: clientY }));
  element.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (!fingers.has(pointerId)) return;
    const before = fingers.size === 2 ? span() : null;
    fingers.set(pointerId, { x: clientX, y: clientY });
    if (before) zoom(span().wide / before.wide, span().middle - element.getBoundingClientRect().left);
  });
  for (const kind of ['pointerup', 'pointercancel']) {
    element.addEventListener(kind, ({ pointerId }) => fingers.delete(pointerId));
  }
  return { pinches: () => fingers.size > 1 };
}
