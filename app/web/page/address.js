// What a link may say: each value is one that the page knows, or it is left out and named.

export const example = 'c1c1c1c1/8/8/8/8/8/2M5/8 b';
const number = (most) => (given) => /^\d{1,9}$/.test(given) && Number(given) <= most;
const one = (...known) => (given) => known.includes(given);
export const isDepth = one('1', '2', '3', '4', '5');
const kinds = {
  v: one('12', '13', '14', '15', '16'), d: isDepth,
  p: (given) => given.length <= 80, c: number(999_999_999), n: number(999),
  l: one('en', 'es'), t: one('light', 'dark'),
  live: (given) => given.length <= 80,  // a program that `ryg run --live` serves beside the page
};

/** `refused` has the names and values that are left out. Whether a moment or a node exists is
 * known when the search is there. */
export function readAddress(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, '')), known = {}, refused = [];
  for (const [name, fits] of Object.entries(kinds)) {
    const value = given.get(name);
    if (value === null) continue;
    if (fits(value)) known[name] = value; else refused.push([name, value.slice(0, 30)]);
  }
  return {
    search: { version: known.v ?? '16', depth: known.d ?? '3', position: known.p ?? example },
    moment: Number(known.c ?? -1), node: Number(known.n ?? -1),
    language: known.l, theme: known.t, isShared: given.has('p'), live: known.live, refused,
  };
}
export function writeAddress({ search, place, node, language }) {
  const values = new URLSearchParams({ v: search.version, d: search.depth, p: search.position });
  if (!place.over) values.set('c', String(place.cycle - place.first));
  if (node >= 0) values.set('n', String(node));
  values.set('l', language);
  return `#${values}`;
}
