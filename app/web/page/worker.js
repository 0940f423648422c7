// In a worker: requests one after the other, long movements in slices, and time for the machine
// that is played at, between them.
import { loadEngine, palClock, Refused } from './engine.js';

const slice = 12;         // milliseconds without a look at messages

const channel = new MessageChannel();
const rest = [];          // what to do after a look at messages
channel.port1.onmessage = () => rest.shift()();
const soon = (action) => { rest.push(action); channel.port2.postMessage(0); };

let engine, stopped = -1;  // the last request that was told to stop

/** A forward movement until it ends, `most` cycles are used up, `time` milliseconds have passed or
 * it is told to stop. Returns where it is, why, and the nodes at moments on the way. */
async function run({ how, most = Infinity, time = Infinity }, id) {
  const begun = performance.now(), curve = [];
  let piece = 20000, told = begun, place = { reason: 'limit' }, used = 0, way = how;
  while (place.reason === 'limit' && used < most) {
    const now = performance.now();
    place = engine.ask('study.go', { how: way, to: Math.min(piece, most - used) });
    const took = performance.now() - now;
    way = 'on';
    used += piece;
    piece = Math.max(5000, Math.min(1e6, Math.round(piece * Math.min(2, slice / took))));
    curve.push([place.cycle, place.nodes]);
    if (place.reason !== 'limit') break;
    if (id <= stopped) place.reason = 'stopped';
    else if (now - begun > time) place.reason = 'late';
    if (now - told > 80) {
      told = now;
      postMessage({ event: 'progress', place });
    }
    await new Promise(soon);
  }
  return { ...place, curve };
}

// --- the machine that is played at -----------------------------------------------------------------

let state = null, factor = 1, before = 0, late = 0, shown = 0, ticks = false;

/** As many cycles as its clock has had; 0 is as many as there is time for, until it waits. */
function tick() {
  const now = performance.now(), pace = factor === 0 && state.waits ? 1 : factor;
  late = Math.min(late + (now - before) * palClock * (pace || 1) / 1000, palClock * (pace || 1));
  before = now;
  ticks = state !== null && !state.jammed && factor !== null;
  if (!ticks) return;
  try {
    while ((pace === 0 || late > 1000) && performance.now() - now < slice && !state.jammed) {
      const from = state.cycle, cycles = pace === 0 ? 100000 : Math.floor(Math.min(late, 100000));
      state = engine.ask('play.run', { cycles });
      late = pace === 0 || state.cycle === from ? 0 : late - (state.cycle - from);
      if (pace === 0 && state.waits) break;
    }
    if (now - shown > (state.waits ? 80 : 38) || state.jammed) show(now);
    if (pace === 0) soon(tick); else setTimeout(tick, late > 1000 ? 0 : 6);
  } catch (trouble) {
    state = null;
    ticks = false;
    postMessage({ event: 'broken', error: trouble.message });
  }
}
function show(now) {
  shown = now;
  const lines = engine.ask('play.screen').text, colours = engine.bytes().slice();
  postMessage({ event: 'played', state, lines, colours, at: now }, { transfer: [colours.buffer] });
}
/** The clock's factor; null stops it. */
function clock(values) {
  factor = values.factor;
  late = 0;
  wake();
}
function wake() {
  if (ticks || !state || factor === null) return;
  before = performance.now();
  ticks = true;
  soon(tick);
}

// --- requests ----------------------------------------------------------------------------------------

const own = { 'study.run': run, clock, memory: () => engine.memory() };
async function serve({ id, call, values, file, wantsBytes }) {
  try {
    const value = call in own ? await own[call](values, id) : engine.ask(call, values, file);
    const bytes = wantsBytes ? engine.bytes().slice() : undefined;
    if (call.startsWith('play.') && value?.frame) {
      state = value;
      show(performance.now());
      wake();
    }
    postMessage({ id, value, bytes }, { transfer: bytes ? [bytes.buffer] : [] });
  } catch (trouble) {
    postMessage({ id, error: trouble.message, refused: trouble instanceof Refused });
  }
}
let last = Promise.resolve();
self.onmessage = ({ data }) => {
  if (data.module) last = loadEngine(data.module).then((loaded) => { engine = loaded; });
  else if ('stop' in data) stopped = data.stop;
  else last = last.then(() => serve(data));
};
