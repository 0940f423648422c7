// The module of WebAssembly, and how it is asked: a name and values in, a value or an error out.

export const palClock = 985248;  // cycles a second

/** What came back is no value: the message is the library's one line. */
export class Refused extends Error {}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The few functions of WASI that a C++ library calls: a clock, and texts for the console. */
function wasiOf(memory) {
  const view = () => new DataView(memory().buffer);
  const done = 0, badFile = 8;
  return {
    clock_time_get: (_id, _precision, at) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return done;
    },
    fd_write: (_file, vectors, count, written) => {
      let text = '', size = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(vectors + 8 * i, true);
        const length = view().getUint32(vectors + 8 * i + 4, true);
        text += decoder.decode(new Uint8Array(memory().buffer, at, length));
        size += length;
      }
      view().setUint32(written, size, true);
      console.error(text);
      return done;
    },
    environ_sizes_get: (count, size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return done;
    },
    environ_get: () => done,
    proc_exit: (status) => { throw new Error(`the module has ended with ${status}`); },
    fd_close: () => badFile,
    fd_fdstat_get: () => badFile,
    fd_seek: () => badFile,
    fd_read: () => badFile,
    fd_prestat_get: () => badFile,
    fd_prestat_dir_name: () => badFile,
  };
}

/** @param {WebAssembly.Module} module */
export async function loadEngine(module) {
  /** @type {any} */
  let exports;
  const names = WebAssembly.Module.imports(module).map((each) => each.name);
  const known = wasiOf(() => exports.memory);
  const functions = Object.fromEntries(names.map((name) => [name, known[name] ?? (() => 52)]));
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: functions });
  exports = instance.exports;
  exports._initialize();
  function put(buffer, data) {
    const at = buffer(data.length);  // first: the memory may grow, which is another buffer then
    new Uint8Array(exports.memory.buffer, at, data.length).set(data);
  }

  /** Calls a function of page.cpp. `file` are bytes that go with the request. */
  function ask(call, values = {}, file = new Uint8Array()) {
    put(exports.ryg_bytes, file);
    put(exports.ryg_text, encoder.encode(JSON.stringify({ call, ...values })));
    exports.ryg_ask();
    const size = exports.ryg_text_size();
    const reply = JSON.parse(decoder.decode(
      new Uint8Array(exports.memory.buffer, exports.ryg_text(size), size)));
    if ('error' in reply) throw new Refused(reply.error);
    return reply.value;
  }
  /** The bytes that came with the last reply; they are valid until the next one. */
  function bytes() {
    const size = exports.ryg_bytes_size();
    return new Uint8Array(exports.memory.buffer, exports.ryg_bytes(size), size);
  }
  return { ask, bytes, memory: () => exports.memory.buffer.byteLength };
}
