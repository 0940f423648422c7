// The machine that is played at: its programs, its screen and keys, its board, files.
import { Board, squareName } from './board.js';
import { $, element } from './dom.js';
import { palClock, Refused } from './engine.js';
import { Keys, Screen, typed } from './screen.js';

const mostBytes = 1 << 20;  // of a file; a machine's state is about a third of it

const store = 'ryg.play';
const toText = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

export function offer(name, bytes) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export class Player {
  /** @type {PlayState} */
  state = null;       // what the machine was at last
  /** @type {Program} */
  #game = null;       // what runs
  #made = [];         // the requests that have made it
  /** @type {Truth} */
  #truth = null;      // what moves lead to, once it has been asked for
  #hint = '';
  #thinks = null;     // the cycle at which the C64 began to think
  #stopped = false;
  #kept = '';         // the position that was kept for a reload
  /** @type {Position[]} */
  #past = [];         // the positions of this game by the number of moves before them
  #seen = -1;         // which of them is looked at; -1: the game as it is
  #keys = new Keys();

  /** `think(version, depth, position)` is called when the C64 begins to think about a position.
   * @param {import('./remote.js').Remote} remote
   * @param {any} about
   * @param {Voice & { attempt: Attempt, quietly: Attempt,
   *                   think: (version: string, depth: string, position: string) => void,
   *                   inside: () => Promise<void> }} voice `inside()` looks into this machine */
  constructor(remote, about, voice) {
    const { text, attempt, fail } = voice;
    this.remote = remote;
    this.about = about;
    this.text = text;
    this.number = voice.number;
    this.say = voice.say;
    this.attempt = attempt;
    this.quietly = voice.quietly;
    this.fail = fail;
    this.think = voice.think;
    this.inside = voice.inside;
    this.ask = (...asked) => remote.ask(...asked);
    this.screen = new Screen($('c64'), about);
    this.board = new Board($('board'), { text, onMove: (name) => attempt(() => this.#move(name)) });
    this.programs = [
      ...['16', '15', '14'].map((version) => ({ label: `RYG ${version}`, game: 'ryg', version, name: `ryg${version}`, keepsTree: true })),
      ...['13', '12'].map((version) => ({ label: `RYG ${version}`, name: `ryg${version}`, keepsTree: true })),
      ...about.games.filter(({ name }) => name !== 'ryg').map(({ name, program }) =>
        ({ label: name.toUpperCase(), game: name, name: program })),
    ];
    $('program').replaceChildren(...this.programs.map(({ label }) => new Option(label, label)));
    remote.on = {
      played: (message) => this.#show(message),
      broken: ({ error }) => fail(new Refused(error)),
    };
    this.#listen();
    this.#fillChoices();
  }
  #listen() {
    const on = (id, act, kind = 'click') =>
      $(id).addEventListener(kind, (event) => this.attempt(() => act(event)));
    on('program', () => { this.#fillChoices(); return this.begin(); }, 'change');
    for (const id of ['side', 'play-depth']) on(id, () => this.begin(), 'change');
    on('speed', () => this.#pace(false), 'change');
    on('halt', () => this.#pace(!this.#stopped));
    on('again', () => this.begin());
    on('undo', async () => { await this.ask('play.undo'); await this.#pace(false); });
    on('flip', () => this.board.flip());
    on('hint', () => this.#tellHint());
    on('truth', async () => {
      this.#truth = this.#truth ? null : { fen: this.state.position?.fen, ...await this.ask('play.truth') };
      this.draw();
    });
    on('save', async () => offer('ryg.state', await this.remote.bytes('play.save')));
    on('open', () => $('file').click());
    on('file', () => {
      const files = [...$('file').files];
      $('file').value = '';
      return this.take(files);
    }, 'change');
    on('keys', (event) => {
      event.preventDefault();
      const line = $('keys-line').value;
      $('keys-line').value = '';
      return this.#type(line + (this.#game?.game === 'ryg' && line ? '' : '\r'));
    }, 'submit');
    this.#listenToKeys();
  }
  #listenToKeys() {
    const hold = () => this.attempt(() =>
      !this.#game?.game && this.state && this.ask('play.hold', this.#keys.held()));
    $('c64').addEventListener('keydown', (event) => {
      // What belongs to the browser stays with it; Control alone is the joystick's button.
      const isBrowsers = event.metaKey || event.altKey || (event.ctrlKey && event.key !== 'Control');
      if (event.key === 'Tab' || /^F\d+$/.test(event.key) && this.#game?.game || isBrowsers) return;
      const words = typed(event);
      if (!this.#game?.game) {
        this.#keys.set(event.key, true);
        hold();
        event.preventDefault();
      } else if (words) {
        this.attempt(() => this.#type(words));
        event.preventDefault();
      }
    });
    $('c64').addEventListener('keyup', (event) => { this.#keys.set(event.key, false); hold(); });
    $('c64').addEventListener('blur', () => { this.#keys.clear(); hold(); });
    $('c64').addEventListener('pointerdown', () => $('c64').focus());
    for (const button of $('stick').children) {
      const move = (isDown) => { this.#keys.set(button.dataset.key, isDown); hold(); };
      button.addEventListener('pointerdown', () => move(true));
      for (const kind of ['pointerup', 'pointerleave', 'pointercancel']) {
        button.addEventListener(kind, () => move(false));
      }
      for (const kind of ['mousedown', 'contextmenu']) {  // the C64 keeps the keyboard
        button.addEventListener(kind, (event) => event.preventDefault());
      }
    }
  }
  #type(keys) { return this.ask('play.type', { keys }); }
  async #pace(stopped) {
    await this.ask('clock', { factor: stopped ? null : Number($('speed').value) });
    this.#stopped = stopped;
    this.draw();
  }

  // --- what runs ----------------------------------------------------------------------------------

  #fillChoices() {
    const program = this.programs.find(({ label }) => label === $('program').value);
    const { side, depth } = this.about.games.find(({ name }) => name === program.game)?.options ?? {};
    const fill = (id, choices, textOf) => {
      $(`${id}-label`).hidden = !choices;
      const select = $(id === 'depth' ? 'play-depth' : id);
      select.replaceChildren(...(choices ?? []).map((each) => new Option(textOf(each), each)));
    };
    fill('side', side?.choices, this.text);
    fill('depth', depth?.choices, String);
    if (depth) $('play-depth').value = program.game === 'ryg' ? '3' : '6';
  }
  async begin() {
    const program = this.programs.find(({ label }) => label === $('program').value), values = {};
    if (!$('side-label').hidden) values.side = $('side').value;
    if (!$('depth-label').hidden) values.depth = $('play-depth').value;
    await this.#make({ ...program, depth: values.depth }, program.game
      ? ['play.begin', { program: program.name, values }] : ['play.start', { name: program.name }]);
  }
  async #make(game, call) {
    const state = await this.ask(...call);
    this.state = state;
    this.#game = game;
    this.#made = [call];
    this.#thinks = null;
    this.#truth = null;
    this.#past = [];
    this.#seen = -1;
    await this.#pace(false);
    if (!game.version) await this.inside();
  }
  /** Files that the user brings: a saved machine or a program, which labels may come with. */
  async take(files) {
    const isLabels = (file) => /\.(lbl|labels|sym|vs)$/i.test(file.name);
    const file = files.find((each) => !isLabels(each));
    if (!file) throw new Refused(this.text('unknownFile', files[0].name));
    if (file.size > mostBytes) throw new Refused(this.text('bigFile', file.name, this.number(file.size)));
    const content = new Uint8Array(await file.arrayBuffer());
    const isState = new TextDecoder('latin1').decode(content.slice(0, 7)) === 'RYG C64';
    if (!isState && !/\.(prg|p00|d64)$/i.test(file.name)) throw new Refused(this.text('unknownFile', file.name));
    const labels = await files.find(isLabels)?.text() ?? (isState ? '' : undefined);
    const call = [isState ? 'play.load' : 'play.start', { name: file.name, labels }, content];
    if (isState) {
      this.state = await this.ask(...call);
      if (!this.state.position) this.#game = { label: file.name };
      this.#made.push(call);
    } else {
      await this.#make({ label: file.name }, call);
    }
    this.say(this.text('running', file.name));
    this.draw();
    $('c64').focus();
  }
  /** A diskette into drive 8 of the machine that runs. */
  async insert(file) {
    const call = ['play.insert', { name: file.name }, new Uint8Array(await file.arrayBuffer())];
    await this.ask(...call);
    this.#made.push(call);
  }
  /** Whether the program that runs builds its tree in memory, as RYG 12 to 16 do. */
  get keepsTree() { return this.#game?.keepsTree ?? false; }
  /** The requests that make this machine as it is now. */
  async calls() {
    const state = await this.remote.bytes('play.save');
    return [...this.#made, ['play.load', { name: 'ryg.state' }, state]];
  }
  async #move(name) {
    if (sessionStorage[store]) {  // a move that the C64 has not answered is played again
      sessionStorage[store] = JSON.stringify({ ...JSON.parse(sessionStorage[store]), move: name });
    }
    this.#hint = '';
    this.#seen = -1;
    await this.ask('play.move', { move: name });
    await this.#pace(false);
    this.say(name);
  }
  /** A game that waits for a move is kept, for a reload and the browser's way back. */
  async #keep() {
    const { position, waits } = this.state;
    if (!this.#game?.game || !waits || !position || position.fen === this.#kept) return;
    this.#kept = position.fen;
    const state = toText(await this.remote.bytes('play.save'));
    sessionStorage[store] = JSON.stringify({
      state, label: this.#game.label, side: $('side').value, depth: $('play-depth').value, speed: $('speed').value,
    });
  }
  /** The game that was kept, or a new one. */
  async restore() {
    const { state, label, side, depth, speed, move } = JSON.parse(sessionStorage[store] ?? '{}');
    if (!this.programs.some((each) => each.label === label)) return this.begin();
    $('program').value = label;
    this.#fillChoices();
    $('side').value = side;
    $('play-depth').value = depth;
    $('speed').value = speed;
    await this.begin();
    await this.ask('play.load', { name: 'ryg.state' }, toBytes(state));
    if (move) await this.#move(move);
  }

  // --- what is seen -------------------------------------------------------------------------------

  #show({ state, lines, colours, at }) {
    const moved = state.course?.length ?? 0;
    if (moved !== this.state?.course?.length) this.#seen = -1;
    if (state.position) this.#past[moved] = state.position;
    this.state = state;
    this.at = at;
    this.screen.draw(colours);
    if ($('c64-text').textContent !== lines) $('c64-text').textContent = lines;
    if (state.jammed) this.fail(new Refused(this.text('reason_jammed')));
    if (state.waits) this.#thinks = null; else this.#thinks ??= state.cycle;
    this.draw();
    this.quietly(() => this.#keep());
  }
  draw() {
    const { state } = this, position = state?.position ?? null;
    if (!state) return;
    $('c64').setAttribute('aria-label', this.text('screenOf'));
    $('game').hidden = !this.#game?.game;
    $('stick').hidden = !this.#game || Boolean(this.#game.game);  // a game asks for moves
    const isNew = this.#truth && this.#truth.fen !== position?.fen;
    if (isNew) {
      this.#truth = { fen: position?.fen };
      this.quietly(async () => {
        this.#truth = { fen: position?.fen, ...await this.ask('play.truth') };
        this.draw();
      });
    }
    const course = state.course ?? [], back = this.#seen >= 0 ? this.#past[this.#seen] : null;
    const moves = state.waits && !this.#stopped && !back ? position?.moves ?? [] : [];
    const truth = this.#truth?.moves ? this.#truth : null;
    this.board.show(position && { ...back ?? position, moves }, truth,
      course[(back ? this.#seen : course.length) - 1]);
    this.#showCourse(course);
    this.#showGame(position, moves, truth);
    $('undo').disabled = state.undo === 0;
    $('hint').disabled = moves.length === 0;
    $('truth').setAttribute('aria-pressed', String(this.#truth !== null));
    $('halt').textContent = this.text(this.#stopped ? 'goOn' : 'stop');
    const isCats = position?.side === 'cats' && !position.winner;
    if (isCats && this.#game?.version) this.think(this.#game.version, this.#game.depth, position.fen);
  }
  #showGame(position, moves, truth) {
    const { state } = this, winner = state.winner ?? position?.winner, words = [];
    if (winner) words.push(this.text(`won_${winner}`));
    else if (this.#stopped) words.push(this.text('stopped'));
    else if (!state.waits) words.push(this.text('thinking'));
    else if (position) words.push(this.text(`turn_${position.side}`));
    if (truth?.winner && !winner) words.push(`(${this.text(`willWin_${truth.winner}`, truth.plies)})`);
    $('value').hidden = !truth?.winner;
    // The sooner the end, the fuller the bar; the longest play has some 60 plies.
    if (truth?.winner) $('value').value = .5 + (truth.winner === 'mouse' ? .5 : -.5) / (1 + truth.plies / 30);
    const result = words.join(' ');
    if ($('result').textContent !== result) $('result').textContent = result;
    const cycles = state.cycle - (this.#thinks ?? state.cycle);
    $('progress').textContent = this.#hint || (cycles > 0 && !winner ? this.text('progress',
      this.number(state.nodes ?? 0), this.number(cycles), this.number(Math.round(10 * cycles / palClock) / 10)) : '');
    this.#showMoves(moves, truth);
  }
  /** The moves until now: each shows the board after it, the last one the game again. */
  #showCourse(course) {
    const key = JSON.stringify([course, this.#seen]);
    if ($('course').dataset.key === key) return;
    $('course').dataset.key = key;
    $('course').replaceChildren(...course.map((name, at) => {
      const after = at + 1, isNow = after === course.length;
      const button = element('button', { type: 'button', textContent: name, disabled: !isNow && !this.#past[after],
        onclick: () => { this.#seen = isNow ? -1 : after; this.draw(); } });
      button.setAttribute('aria-current', String(after === (this.#seen >= 0 ? this.#seen : course.length)));
      return element('li', {}, button);
    }));
  }
  #showMoves(moves, truth) {
    const key = JSON.stringify([moves, truth, this.text('mouse')]);
    if ($('moves').dataset.key === key) return;
    $('moves').dataset.key = key;
    $('moves').replaceChildren(...moves.map(({ name }) => {
      const button = document.createElement('button'), outcome = truth?.moves[name];
      button.type = 'button';
      button.textContent = outcome
        ? `${name}: ${this.text(`willWin_${outcome.winner}`, outcome.plies)}` : name;
      button.addEventListener('click', () => this.attempt(() => this.#move(name)));
      return button;
    }));
  }
  /** Not the answer yet: whether there is a way, and which piece begins it. */
  async #tellHint() {
    const { position } = this.state, truth = await this.ask('play.truth');
    if (!position || !truth) return;  // another game has begun meanwhile
    const good = position.moves.find(({ name }) => truth.moves[name]?.winner === position.side);
    this.#hint = good ? this.text('hintWin', squareName(good.from)) : this.text('hintLost');
    this.draw();
  }
}
