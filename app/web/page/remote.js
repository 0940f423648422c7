// The main thread's side of a worker: requests out, replies back in order, events on the way.
import { Refused } from './engine.js';

/* global WORKER -- put in front by build.mjs: the worker's script */

/** The request was ended by the user. */
export class Stopped extends Error {}

const patience = 120;  // milliseconds for a worker that is told to stop
let address;

/** Bytes that build.mjs has packed. */
export async function unpack(base64) {
  const packed = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
/** @type {(base64: string) => Promise<WebAssembly.Module>} */
export const compiled = async (base64) => WebAssembly.compile(await unpack(base64));

export class Remote {
  #worker;
  #number = 0;
  /** @type {Map<number, { resolve: Function, reject: Function, wantsBytes: boolean }>} */
  #waiting = new Map();  // what is told of the reply, by number

  /** `on[event](message)` is called for events, `on.lost()` when a worker had to be given up.
   * @param {WebAssembly.Module} module
   * @param {Record<string, (message?: any) => unknown>} on */
  constructor(module, on = {}) {
    address ??= URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
    this.module = module;
    this.on = on;
    this.#begin();
  }
  #begin() {
    this.#worker = new Worker(address);
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.postMessage({ module: this.module });
  }
  #hear(message) {
    if (message.event) return this.on[message.event]?.(message);
    const { resolve, reject, wantsBytes } = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('error' in message) reject(new (message.refused ? Refused : Error)(message.error));
    else resolve(wantsBytes ? message.bytes : message.value);
  }
  #send(call, values, file, wantsBytes) {
    return new Promise((resolve, reject) => {
      const id = ++this.#number;
      this.#waiting.set(id, { resolve, reject, wantsBytes });
      this.#worker.postMessage({ id, call, values, file, wantsBytes });
    });
  }
  /** Calls a function of page.cpp or worker.js. `file` are bytes that go with the request.
   * @returns {Promise<any>} */
  ask(call, values = {}, file = undefined) { return this.#send(call, values, file, false); }
  /** The bytes that come with the reply. */
  bytes(call, values = {}) { return this.#send(call, values, undefined, true); }

  /** Long movements that were asked for until now end where they are. */
  halt() {
    if (this.#waiting.size > 0) this.#worker.postMessage({ stop: this.#number });
  }
  /** The same at once, even when the worker does something that cannot be divided: then it is
   * given up, with all that it knew. */
  async stop() {
    const waited = [...this.#waiting.keys()];
    this.halt();
    await new Promise((resolve) => setTimeout(resolve, patience));
    if (!waited.some((id) => this.#waiting.has(id))) return;
    this.#worker.terminate();
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#begin();
    for (const { reject } of open) reject(new Stopped());
    this.on.lost?.();
  }
}
