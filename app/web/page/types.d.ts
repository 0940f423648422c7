// For tsc --checkJs: what build.mjs puts in front of the scripts, what page.cpp answers, and what the
// parts of the page are given.
declare const SOURCES: string, STYLE: string;
declare let MODULE: string, WORKER: string;

interface Move { name: string; from: number; to: number }
type Side = 'mouse' | 'cats';
interface Position { fen: string; cells: string; side: Side; winner: Side | null; moves: Move[] }
interface Outcome { winner: Side; plies: number }
interface Truth extends Partial<Outcome> { fen?: string; moves?: Record<string, Outcome> }

/** Of the machine that is played at. */
interface PlayState {
  cycle: number; waits: boolean; jammed: boolean; frame: number; undo: number; nodes?: number;
  position?: Position; course?: string[]; winner?: Side | null;
}
/** What runs there: a row of the programs, with the depth that was chosen; or a file. */
interface Program { label: string; game?: string; version?: string; name?: string; depth?: string; keepsTree?: boolean }

/** A moment of the search that is looked at. */
interface Place {
  cycle: number; first: number; last: number; pc: number; nodes: number; over: boolean; program: string; label: string;
  calls: string[]; path: [string, string][]; file?: string; line?: number; calling?: number; reason?: string;
  a: number; x: number; y: number; s: number; p: number;
}
interface TreeNode {
  index: number; address: number; level: number; value: number; mouse: boolean; parent: number; move: string;
}
/** A node with its bytes, and who wrote them. */
interface NodeInFull {
  index: number; address: number; level: number; value: number; path: string; position?: Position; cycle?: number;
  bytes: { field: string; value: number; deed?: { by: string; cycle: number } }[];
}
interface Context { name: string; total: number; self: number; calls: number; parent: number }

/** The page's texts, numbers and lines for the user. */
interface Voice {
  text(name: string, ...told: unknown[]): string;
  number(value: number): string;
  say(words: string): void;
  fail(trouble: Error | null): void;
}
type Attempt = (action: () => unknown) => Promise<unknown>;
type Search = { version: string; depth: string; position: string };

/** The same functions that the page calls, for tests. */
interface Window { ryg: object; rygMachine: { MODULE: string; WORKER: string } }

// What tsc 4.8 does not know yet.
declare class DecompressionStream extends TransformStream { constructor(format: 'gzip') }
declare class OffscreenCanvas extends HTMLCanvasElement { constructor(width: number, height: number) }
