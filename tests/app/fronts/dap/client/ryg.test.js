// Debugs RYG in its own assembly source, with the client library that VS Code tests adapters with.
'use strict';
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { test } = require('node:test');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const program = process.env.RYG_PROGRAM;
const sources = path.join(process.env.RYG_SOURCE_DIR, 'engine', 'games', 'ryg1', 'asm');
const search = { position: 'c1c1c1c1/8/8/8/8/8/2M5/8 b', depth: 2, program: 'ryg16', stopOnEntry: true };
const thread = { threadId: 1 };

/** The number of the first line of a source file that matches. */
function lineOf(file, pattern) {
  const lines = fs.readFileSync(path.join(sources, file), 'utf8').split('\n');
  const index = lines.findIndex((line) => pattern.test(line));
  assert.notEqual(index, -1, `${file} has no line like ${pattern}`);
  return index + 1;
}

/** A client over standard input and output, gone when the test ends. */
function connect(t) {
  const adapter = spawn(program, ['debug', '--dap'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const client = new DebugClient('', '', 'ryg');
  client.defaultTimeout = 20000;
  client.connect(adapter.stdout, adapter.stdin);
  t.after(async () => {
    const ended = new Promise((resolve) => adapter.once('exit', resolve));
    await client.disconnectRequest().catch(() => adapter.kill());
    assert.equal(await ended, 0, 'the exit status of the adapter');
  });
  return client;
}

/** ... that stands at the beginning of a search. */
async function launch(t, args = search) {
  const client = connect(t);
  await Promise.all([
    client.configurationSequence(),
    client.launch(args),
    client.waitForEvent('stopped'),
  ]);
  return client;
}

async function go(client, request, args = {}) {
  const stopped = client.waitForEvent('stopped');
  await client.customRequest(request, { ...thread, ...args });
  return (await stopped).body;
}

async function top(client) {
  return (await client.stackTraceRequest(thread)).body.stackFrames[0];
}

async function setLine(client, file, line) {
  const source = { path: path.join(sources, file) };
  const { body } = await client.setBreakpointsRequest({ source, breakpoints: [{ line }] });
  return body.breakpoints[0];
}

/** ... that has come to the line that matches. */
async function launchTo(t, file, pattern) {
  const client = await launch(t);
  await setLine(client, file, lineOf(file, pattern));
  const { hitBreakpointIds } = await go(client, 'continue');
  assert.equal(hitBreakpointIds.length, 1);
  return client;
}

test('a breakpoint in the source of RYG is hit', async (t) => {
  const client = connect(t);
  const file = path.join(sources, 'EvalTableros.s');
  const label = lineOf('EvalTableros.s', /^evaluaTablero:$/);
  const code = { path: file, line: label + 1 };  // a label alone has made no code
  await client.hitBreakpoint({ ...search, stopOnEntry: false }, { path: file, line: label },
    code, code);
});

test('the stack leads from the routine to the search, line by line', async (t) => {
  const client = await launchTo(t, 'EvalTableros.s', /^evaluaTablero:/);
  const { stackFrames, totalFrames } = (await client.stackTraceRequest(thread)).body;
  assert.equal(stackFrames.length, totalFrames);
  const names = stackFrames.map((frame) => frame.name);
  assert.equal(names[0], 'evaluaTablero');
  assert.ok(names.includes('miniMax'), names.join(' < '));
  assert.equal(names.at(-1), 'search');
  for (const frame of stackFrames.slice(0, -1)) {
    const text = fs.readFileSync(frame.source.path, 'utf8').split('\n')[frame.line - 1];
    if (frame !== stackFrames[0]) assert.match(text, /^\S* +jsr /);
  }
});

test('a data breakpoint finds who writes the value of the root', async (t) => {
  const client = await launchTo(t, 'EvalArbol.s', /^miniMax:/);
  const { scopes } = (await client.scopesRequest({ frameId: 1 })).body;
  const tree = scopes.find((scope) => scope.name === 'Tree').variablesReference;
  const [root] = (await client.variablesRequest({ variablesReference: tree })).body.variables;
  const info = (await client.dataBreakpointInfoRequest({
    variablesReference: root.variablesReference, name: 'valor',
  })).body;
  assert.deepEqual(info.accessTypes, ['read', 'write', 'readWrite']);
  await client.setBreakpointsRequest({
    source: { path: path.join(sources, 'EvalArbol.s') }, breakpoints: [],
  });
  const { breakpoints } = (await client.setDataBreakpointsRequest({
    breakpoints: [{ dataId: info.dataId, accessType: 'write' }],
  })).body;
  assert.ok(breakpoints[0].verified);
  const stopped = await go(client, 'continue');
  assert.equal(stopped.reason, 'data breakpoint');
  assert.deepEqual(stopped.hitBreakpointIds, [breakpoints[0].id]);
  assert.equal((await top(client)).name, 'fijaValor');
});

test('disassembly goes backward from the program counter, and labels are evaluated', async (t) => {
  const client = await launchTo(t, 'EvalArbol.s', /^minHijos:/);
  const memoryReference = (await top(client)).instructionPointerReference;
  const { instructions } = (await client.disassembleRequest({
    memoryReference, instructionOffset: -40, instructionCount: 80, resolveSymbols: true,
  })).body;
  assert.equal(instructions.length, 80);
  assert.equal(instructions[40].address, memoryReference);
  assert.equal(instructions[40].symbol, 'minHijos');
  assert.ok(instructions.every((row) => row.line > 0), 'all of it comes from the source');
  const { result } = (await client.evaluateRequest({ expression: 'dajProf', context: 'hover' })).body;
  assert.match(result, /^\$[0-9a-f]{4}: \$02 \(2\)$/);
});

test('the configurations of examples/.vscode launch', async (t) => {
  const file = path.join(process.env.RYG_SOURCE_DIR, 'examples', '.vscode', 'launch.json');
  for (const configuration of JSON.parse(fs.readFileSync(file, 'utf8')).configurations) {
    await t.test(configuration.name, async (inner) => {
      const client = await launch(inner, { ...configuration, stopOnEntry: true });
      assert.ok((await top(client)).name.length > 0);
    });
  }
});

test('the extension of app/vscode finds a program that can be started', (t) => {
  const root = process.env.RYG_SOURCE_DIR;
  const folder = path.join(root, 'app', 'vscode');
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  assert.equal(manifest.contributes.debuggers[0].type, 'ryg');
  let setting;
  const vscode = {
    EventEmitter: class {},
    workspace: {
      getConfiguration: () => ({ get: () => setting }),
      workspaceFolders: [{ uri: { fsPath: root } }],
    },
  };
  t.mock.method(Module, '_load', (load => (name, ...rest) =>
    name === 'vscode' ? vscode : load(name, ...rest))(Module._load));
  const { findRyg } = require(path.join(folder, manifest.main));
  fs.accessSync(findRyg(), fs.constants.X_OK);
  setting = program;
  assert.equal(findRyg(), program);
  setting = path.join(root, 'README.md');
  assert.equal(findRyg(), undefined, 'a file that cannot be executed');
});

test('a client can come over a port of this computer, and another after it', async (t) => {
  const server = spawn(program, ['debug', '--dap-port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => server.kill('SIGKILL'));
  const line = (stream) => new Promise((resolve) => {
    let text = '';
    stream.on('data', (data) => {
      text += data;
      if (text.includes('\n')) resolve(text);
    });
  });
  const [announced, waiting] = await Promise.all([line(server.stdout), line(server.stderr)]);
  const port = Number(/^debug adapter on 127\.0\.0\.1, port (\d+)\n/.exec(announced)[1]);
  assert.match(waiting, new RegExp(`on 127\\.0\\.0\\.1, port ${port}\n`));
  for (let i = 0; i < 2; ++i) {
    const client = new DebugClient('', '', 'ryg');
    await client.start(port);
    const stopped = client.waitForEvent('stopped');
    await Promise.all([client.configurationSequence(), client.launch(search)]);
    await stopped;
    assert.equal((await top(client)).name, 'search');
    await client.stop();
  }
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  assert.equal(await ended, 130);
});
