// The page: the two machines in their workers, the address that says what is seen, texts, colours.
import { readAddress, writeAddress } from './address.js';
import { $, all } from './dom.js';
import { Refused } from './engine.js';
import { offer, Player } from './player.js';
import { compiled, Remote, Stopped, unpack } from './remote.js';
import { Screen } from './screen.js';
import { Study } from './study.js';
import { compare, showHow, Tour } from './tour.js';
import { languages, textIn } from './texts.js';

/* global MODULE, SOURCES -- put in front by build.mjs: the module, packed, and the sources */

const linksTime = 2000;  // milliseconds of searching that a link may start without asking
const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;

let language = navigator.language?.startsWith('es') ? 'es' : 'en';
const text = (name, ...told) => textIn(language, name, ...told);
const number = (value) => value.toLocaleString(language);
const say = (words) => { $('live').textContent = words; };
function fail(trouble) {
  $('alert').hidden = trouble === null;
  if (trouble === null || trouble instanceof Stopped) return;
  $('alert').textContent = trouble.message;
  if (!(trouble instanceof Refused)) console.error(trouble);
}
/** @type {Voice} */
const voice = { text, number, say, fail };
async function attempt(action) {
  try { return await action(); } catch (trouble) { return fail(trouble); }
}
/** The same for what the user does: what was refused before is forgotten. */
function act(action) {
  fail(null);
  return attempt(action);
}

/** @type {Study} */ let study;
/** @type {Player} */ let player;
/** @type {Tour} */ let tour;
let read = location.hash;
/** @type {Search} */
let shown = null;     // the search whose address it is
let grownFor = '';    // the position of the game whose tree it is

function noteAddress() {
  if (!shown || !study.place || location.hash !== read) return;  // a new one has not been read yet
  history.replaceState(null, '',
    writeAddress({ search: shown, place: study.place, node: study.selected, language }));
  read = location.hash;
}
async function grow(search, options = {}) {
  fail(null);
  $('version').value = search.version;
  $('depth').value = search.depth;
  $('position').value = search.position;
  shown = null;
  $('twins').replaceChildren();
  $('twins-about').textContent = '';
  await attempt(async () => {
    const begun = study.grow({ ...search, squares: 'names' }, options);
    shown = search;
    await begun.catch((trouble) => { shown = null; throw trouble; });
    noteAddress();
  });
}
/** The machine that is played at, as it is now. */
async function inside() {
  shown = null;
  grownFor = '';
  await study.machine(await player.calls(), player.keepsTree);
}
/** The tree of what the C64 is thinking about, when it is the cats' turn in a game of RYG. */
function think(version, depth, position) {
  if (!$('follow-game').checked || position === grownFor) return;
  grownFor = position;
  grow({ version, depth, position }, { animated: !calm });
}

// --- texts and colours ------------------------------------------------------------------------------

function tell() {
  document.documentElement.lang = language;
  for (const each of all('[data-text]')) each.textContent = text(each.dataset.text);
  for (const each of all('[data-label]')) {
    each.setAttribute('aria-label', text(each.dataset.label));
    if (each.tagName === 'BUTTON') each.title = text(each.dataset.label);
  }
  for (const each of all('[data-placeholder]')) each.placeholder = text(each.dataset.placeholder);
  $('tree').setAttribute('aria-roledescription', text('treeRole'));
  for (const option of $('side').options) option.textContent = text(option.value);
  showHow(text);
  tour.tell();
  study.retell();
  player.draw();
}
function paint(theme) {
  document.documentElement.dataset.theme = theme;
  study.retell();
}
/** Which panes are open, for a reload; on a phone they begin folded. */
function keepPanes() {
  const panes = all('details'), isPhone = matchMedia('(max-width: 640px)').matches;
  const kept = JSON.parse(sessionStorage['ryg.panes'] ?? '[]');
  panes.forEach((pane, at) => {
    pane.open = kept[at] ?? (pane.open && !isPhone);
    pane.addEventListener('toggle', () => {
      if (pane.open) study.retell();  // the source scrolls to its line
      sessionStorage['ryg.panes'] = JSON.stringify(panes.map(({ open }) => open));
    });
  });
}
async function share() {
  noteAddress();
  try {
    await navigator.clipboard.writeText(location.href);
    say(text('copied'));
    $('share').textContent = '✓';
    setTimeout(() => { $('share').textContent = text('share'); }, 1500);
  } catch {
    prompt(text('share'), location.href);
  }
}

// --- what the user presses --------------------------------------------------------------------------

function listen() {
  const on = (id, action, kind = 'click') =>
    $(id).addEventListener(kind, (event) => act(() => action(event)));
  on('inside', async () => { await inside(); $('look').focus(); });
  on('then-save', async () => offer('ryg.state', await study.remote.bytes('study.save')));
  on('search', (event) => {
    event.preventDefault();
    if (shown) history.pushState(null, '', location.href);  // the browser's back leads to the last one
    return grow({ version: $('version').value, depth: $('depth').value, position: $('position').value },
      { animated: !calm });
  }, 'submit');
  on('share', share);
  on('language', () => {
    language = languages[1 - languages.indexOf(language)];
    tell();
    noteAddress();
  });
  on('theme', () => paint(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
  for (const kind of /** @type {const} */ (['dragover', 'dragleave', 'drop'])) {
    document.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      document.body.classList.toggle('drop', kind === 'dragover');
      if (kind === 'drop') act(() => player.take([...event.dataTransfer.files]));
    });
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change',
    ({ matches }) => paint(matches ? 'dark' : 'light'));
  window.addEventListener('hashchange', () => attempt(openAddress));
}
/** The machine that `ryg run --live` has prepared: it is played at and looked into. */
async function takeLive(name) {
  const served = await Promise.all(['live.state', 'live.lbl', 'live.d64'].map((file) => fetch(file))).catch(() => []);
  if (served.length === 0 || !served.every(({ ok }) => ok)) throw new Refused(text('notLive', name));
  const [state, labels, disk] = await Promise.all(served.map((response) => response.blob()));
  await player.begin();
  if (disk.size > 0) await player.insert(new File([disk], 'live.d64'));  // before the program asks for it
  await player.take([new File([state], name), new File([labels], 'live.lbl')]);
  await inside();
}
async function openAddress() {
  read = location.hash;
  const { search, language: wanted, theme, moment, node, isShared, live, refused } = readAddress(location.hash);
  language = wanted ?? language;
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  paint(theme ?? document.documentElement.dataset.theme ?? (dark ? 'dark' : 'light'));
  tell();
  const grown = live !== undefined ? takeLive(live)
    : grow(search, { moment, node, animated: !isShared && !calm, budget: linksTime });
  if (refused.length > 0) {
    fail(new Refused(text('linkRefused', refused.map(([name, value]) => `${name}=${value}`).join(', '))));
  }
  await grown;
}

async function start() {
  const [module, sources] = await Promise.all([
    compiled(MODULE),
    unpack(SOURCES).then((bytes) => JSON.parse(new TextDecoder().decode(bytes))),
  ]);
  const played = new Remote(module), studied = new Remote(module);
  studied.ask('clock', { factor: null });  // nothing is played there
  const about = await played.ask('about');
  const then = new Screen($('then'), about);
  study = new Study(studied, sources, {
    ...voice, changed: noteAddress, screen: async () => then.draw(await studied.bytes('study.screen')),
  });
  player = new Player(played, about, { ...voice, attempt: act, quietly: attempt, think, inside });
  const twins = () => compare({ ask: study.ask, text, number },
    { version: $('version').value, depth: $('depth').value, position: $('position').value });
  $('twins-run').addEventListener('click', () => act(twins));
  tour = new Tour({ study, twins, text, calm, attempt: act });
  listen();
  keepPanes();
  // For tests: the same functions that the page calls.
  window.ryg = { ask: (...asked) => studied.ask(...asked), study, player, ready: performance.now() };
  const { live } = readAddress(location.hash);
  await Promise.all([live === undefined && player.restore(), openAddress()]);
}

start().catch(fail);
