// The page: the machine that is played at, the address that says what is seen, texts and files.
import { Board } from './board.js';
import { loadEngine, Refused } from './engine.js';
import { Keys, Screen, typed } from './screen.js';
import { Study } from './study.js';
import { languages, textIn } from './texts.js';

/* global MODULE, SOURCES -- put in front by build.mjs: the module, packed, and the sources */

const $ = (id) => document.getElementById(id);
const example = 'c1c1c1c1/8/8/8/8/8/2M5/8 b';
const palClock = 985248;

let language = navigator.language?.startsWith('es') ? 'es' : 'en';
const text = (name, ...told) => textIn(language, name, ...told);
const number = (value) => value.toLocaleString(language);
const say = (words) => { $('live').textContent = words; };
function fail(trouble) {
  if (trouble === null) return void ($('alert').hidden = true);
  $('alert').hidden = false;
  $('alert').textContent = trouble.message;
  if (!(trouble instanceof Refused)) console.error(trouble);
}
function attempt(action) {
  fail(null);
  try { return action(); } catch (trouble) { return fail(trouble); }
}

async function unpack(base64) {
  const packed = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
function offer(name, bytes) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// --- the address ------------------------------------------------------------------------------

function fromAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  return {
    version: given.get('v') ?? '16', depth: given.get('d') ?? '3',
    position: given.get('p') ?? example,
    moment: Number(given.get('c') ?? -1), node: Number(given.get('n') ?? -1),
    language: given.get('l'), theme: given.get('t'), isShared: given.has('p'),
  };
}

async function start() {
  const [module, sources] = await Promise.all([
    unpack(MODULE).then((bytes) => WebAssembly.compile(bytes)),
    unpack(SOURCES).then((bytes) => JSON.parse(new TextDecoder().decode(bytes))),
  ]);
  const { ask, bytes, memory } = await loadEngine(module);
  const about = ask('about');
  const screen = new Screen($('c64'), about), then = new Screen($('then'), about);
  const keys = new Keys();
  let shown = null;  // the search whose address it is

  const study = new Study({
    ask, bytes, sources, text, number, say, fail,
    screen: () => { ask('study.screen'); then.draw(bytes()); },
    changed: () => writeAddress(),
  });

  function writeAddress() {
    const place = study.place;
    if (!shown || !place) return;
    const values = new URLSearchParams({ v: shown.version, d: shown.depth, p: shown.position });
    if (!place.over) values.set('c', String(place.cycle - place.first));
    if (study.selected >= 0) values.set('n', String(study.selected));
    values.set('l', language);
    history.replaceState(null, '', `#${values}`);
  }
  async function grow(values, options = {}) {
    fail(null);
    $('version').value = values.version;
    $('depth').value = values.depth;
    $('position').value = values.position;
    try {
      shown = null;
      const begun = study.grow({ ...values, squares: 'names' }, options);
      shown = values;
      await begun;
      writeAddress();
    } catch (trouble) {
      shown = null;
      fail(trouble);
    }
  }
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;

  // --- the machine that is played at -----------------------------------------------------------

  let state = null, game = null, grownFor = '', truth = null;
  const board = new Board($('board'), {
    text,
    onMove: (name) => attempt(() => {
      state = ask('play.move', { move: name });
      say(name);
    }),
  });
  const programs = [
    ...['16', '15', '14'].map((version) => ({ label: `RYG ${version}`, game: 'ryg', version, name: `ryg${version}` })),
    ...['13', '12'].map((version) => ({ label: `RYG ${version}`, name: `ryg${version}` })),
    ...about.games.filter(({ name }) => name !== 'ryg').map(({ name, program }) =>
      ({ label: name.toUpperCase(), game: name, name: program })),
  ];
  $('program').replaceChildren(...programs.map(({ label }) => new Option(label, label)));

  const optionsOf = (program) =>
    about.games.find(({ name }) => name === program.game)?.options ?? {};
  function fillChoices() {
    const program = programs.find(({ label }) => label === $('program').value);
    const { side, depth } = optionsOf(program);
    $('side-label').hidden = !side;
    $('depth-label').hidden = !depth;
    $('side').replaceChildren(...(side?.choices ?? []).map((each) => new Option(text(each), each)));
    $('play-depth').replaceChildren(...(depth?.choices ?? []).map((each) => new Option(each, each)));
    if (depth) $('play-depth').value = program.game === 'ryg' ? '3' : '6';
  }
  function begin() {
    attempt(() => {
      const program = programs.find(({ label }) => label === $('program').value);
      const values = {};
      if (!$('side-label').hidden) values.side = $('side').value;
      if (!$('depth-label').hidden) values.depth = $('play-depth').value;
      state = program.game
        ? ask('play.begin', { program: program.name, values })
        : ask('play.start', { name: program.name });
      game = { ...program, depth: values.depth };
      grownFor = '';
      draw(true);
    });
  }
  /** A file that the user brings: a saved machine or a program. */
  async function take(file) {
    const content = new Uint8Array(await file.arrayBuffer());
    attempt(() => {
      const isState = new TextDecoder('latin1').decode(content.slice(0, 7)) === 'RYG C64';
      if (!isState && !/\.(prg|p00)$/i.test(file.name)) throw new Refused(text('unknownFile', file.name));
      state = ask(isState ? 'play.load' : 'play.start', { name: file.name }, content);
      if (!isState || !state.position) game = { label: file.name };
      say(text('running', file.name));
      draw(true);
      $('c64').focus();
    });
  }

  let before = performance.now(), drawn = 0, late = 0, speedSeen = 0;
  function turn(now) {
    requestAnimationFrame(turn);
    const passed = Math.max(0, Math.min(100, now - before));
    before = now;
    if (!state || state.jammed) return;
    const factor = Number($('speed').value);
    try {
      if (factor > 0) {
        late = Math.min(late + passed * palClock * factor / 1000, palClock * factor / 10);
        state = ask('play.run', { cycles: Math.floor(late) });
        late = 0;
      } else {
        const until = performance.now() + 12, from = state.cycle, begun = performance.now();
        do state = ask('play.run', { cycles: 100000 });
        while (!state.waits && performance.now() < until);
        speedSeen = (state.cycle - from) / (performance.now() - begun) / 1000;
      }
      if (state.jammed) fail(new Refused(text('reason_jammed')));
      if (now - drawn > (state.waits ? 80 : 38)) draw();
    } catch (trouble) {
      state = null;
      fail(trouble);
    }
  }
  function draw(atOnce = false) {
    drawn = performance.now();
    const { text: lines } = ask('play.screen');
    screen.draw(bytes());
    if ($('c64-text').textContent !== lines) $('c64-text').textContent = lines;
    $('c64').setAttribute('aria-label', text('screenOf'));
    $('keys').parentElement.classList.toggle('waits', state.waits);
    const position = state.position ?? null;
    document.querySelector('.game').hidden = !game?.game;
    if (truth && truth.fen !== position?.fen) truth = { fen: position?.fen, ...ask('play.truth') };
    board.show(position, truth);
    showGame(position);
    $('undo').disabled = state.undo === 0;
    $('inside').hidden = false;
    if (atOnce) before = performance.now();
    followGame(position);
  }
  function showGame(position) {
    const winner = state.winner ?? position?.winner;
    const words = [];
    if (winner) words.push(text(`won_${winner}`));
    else if (!state.waits) words.push(text('thinking'));
    else if (position) words.push(text(`turn_${position.side}`));
    if (truth?.winner && !winner) words.push(`(${text(`willWin_${truth.winner}`, truth.plies)})`);
    if (winner && state.course?.length) words.push(text('played', state.course.join(' ')));
    const result = words.join(' ');
    if ($('result').textContent !== result) $('result').textContent = result;
    const moves = state.waits && !winner ? position?.moves ?? [] : [];
    const key = JSON.stringify([moves, truth, language]);
    if ($('moves').dataset.key === key) return;
    $('moves').dataset.key = key;
    $('moves').replaceChildren(...moves.map(({ name }) => {
      const button = document.createElement('button');
      const outcome = truth?.moves?.[name];
      button.type = 'button';
      button.textContent = outcome
        ? `${name}: ${text(`willWin_${outcome.winner}`, outcome.plies)}` : name;
      button.addEventListener('click', () => attempt(() => {
        state = ask('play.move', { move: name });
      }));
      return button;
    }));
  }
  /** The tree of what the C64 is thinking about, when it is the cats' turn in a game of RYG. */
  function followGame(position) {
    const wanted = position && position.side === 'cats' && !position.winner && game?.version;
    if (!wanted || !$('follow-game').checked || position.fen === grownFor) return;
    grownFor = position.fen;
    grow({ version: game.version, depth: game.depth, position: position.fen }, { animated: !calm });
  }

  // --- what the user presses --------------------------------------------------------------------

  const press = (words) => attempt(() => ask('play.type', { keys: words }));
  function hold() {
    if (!game?.game && state) ask('play.hold', keys.held());
  }
  $('c64').addEventListener('keydown', (event) => {
    if (event.key === 'Tab') return;
    const words = typed(event);
    if (!game?.game) {
      keys.set(event.key, true);
      hold();
      event.preventDefault();
    } else if (words) {
      press(words);
      event.preventDefault();
    }
  });
  $('c64').addEventListener('keyup', (event) => { keys.set(event.key, false); hold(); });
  $('c64').addEventListener('blur', () => { keys.clear(); hold(); });
  $('c64').addEventListener('pointerdown', () => $('c64').focus());
  $('keys').addEventListener('submit', (event) => {
    event.preventDefault();
    press($('keys-line').value + (game?.game === 'ryg' && $('keys-line').value ? '' : '\r'));
    $('keys-line').value = '';
  });
  $('program').addEventListener('change', () => { fillChoices(); begin(); });
  for (const id of ['side', 'play-depth']) $(id).addEventListener('change', begin);
  $('again').addEventListener('click', begin);
  $('undo').addEventListener('click', () => attempt(() => { state = ask('play.undo'); draw(true); }));
  $('truth').addEventListener('click', () => attempt(() => {
    truth = truth ? null : { fen: state.position?.fen, ...ask('play.truth') };
    $('truth').setAttribute('aria-pressed', String(truth !== null));
    draw(true);
  }));
  $('save').addEventListener('click', () => attempt(() => {
    ask('play.save');
    offer('ryg.state', bytes().slice());
  }));
  $('then-save').addEventListener('click', () => attempt(() => {
    ask('study.save');
    offer('ryg.state', bytes().slice());
  }));
  $('inside').addEventListener('click', () => attempt(() => {
    shown = null;
    study.machine();
    $('look').focus();
  }));
  $('open').addEventListener('click', () => $('file').click());
  $('file').addEventListener('change', () => {
    if ($('file').files[0]) take($('file').files[0]);
    $('file').value = '';
  });
  for (const [kind, on] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
    document.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      document.body.classList.toggle('drop', on);
      if (kind === 'drop') take(event.dataTransfer.files[0]);
    });
  }
  $('search').addEventListener('submit', (event) => {
    event.preventDefault();
    grow({ version: $('version').value, depth: $('depth').value, position: $('position').value },
      { animated: !calm });
  });
  $('share').addEventListener('click', async () => {
    writeAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      say(text('copied'));
      $('share').textContent = '✓';
      setTimeout(() => { $('share').textContent = text('share'); }, 1500);
    } catch {
      prompt(text('share'), location.href);
    }
  });

  // --- texts and colours ------------------------------------------------------------------------

  function tell() {
    document.documentElement.lang = language;
    for (const each of document.querySelectorAll('[data-text]')) each.textContent = text(each.dataset.text);
    for (const each of document.querySelectorAll('[data-label]')) {
      each.setAttribute('aria-label', text(each.dataset.label));
      if (each.tagName === 'BUTTON') each.title = text(each.dataset.label);
    }
    for (const each of document.querySelectorAll('[data-placeholder]')) each.placeholder = text(each.dataset.placeholder);
    $('tree').setAttribute('aria-roledescription', text('treeRole'));
    for (const option of $('side').options) option.textContent = text(option.value);
    study.retell();
    if (state) draw(true);
  }
  $('language').addEventListener('click', () => {
    language = languages[1 - languages.indexOf(language)];
    tell();
    writeAddress();
  });
  function paint(theme) {
    document.documentElement.dataset.theme = theme;
    study.retell();
  }
  $('theme').addEventListener('click', () =>
    paint(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));

  async function open() {
    const { isShared, language: wanted, theme, moment, node, ...values } = fromAddress();
    if (languages.includes(wanted)) language = wanted;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    paint(theme ?? document.documentElement.dataset.theme ?? (dark ? 'dark' : 'light'));
    tell();
    await grow(values, { moment, node, animated: !isShared && !calm });
  }
  window.addEventListener('hashchange', open);
  fillChoices();
  begin();
  requestAnimationFrame(turn);
  // For tests: the same functions that the page calls.
  window.ryg = { ask, bytes, memory, study, speed: () => speedSeen, ready: performance.now() };
  await open();
}

start().catch(fail);
