// The page in Chromium, or in $RYG_BROWSER, firefox: what somebody does with it, and that it finds what the command line finds.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { press } from './press.mjs';

const require = createRequire(path.join(process.env.NODE_PATH, 'x.js'));
const browsers = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const address = pathToFileURL(process.env.RYG_PAGE).href;
const shots = process.env.RYG_SHOTS;  // a folder for pictures
const long = Number(process.env.RYG_LONG ?? 120_000);
const example = 'c1c1c1c1/8/8/8/8/8/2M5/8 b';

const isFirefox = process.env.RYG_BROWSER === 'firefox';
const folder = mkdtempSync(path.join(os.tmpdir(), 'ryg-page-'));
let browser;
const run = async (args, input) => {
  const child = promisify(execFile)(process.env.RYG_PROGRAM, args, { maxBuffer: 1 << 26 });
  child.child.stdin.end(input);
  return (await child).stdout;
};

before(async () => {
  browser = isFirefox
    ? await browsers.firefox.launch({ executablePath: '/usr/bin/firefox-esr', channel: 'moz-firefox' })
    : await browsers.chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page that says nothing on the console and asks for nothing else, or the test fails. */
async function quiet(t, where, { calm = true, ...options } = {}) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 950 }, locale: 'en-GB',
                                       reducedMotion: calm ? 'reduce' : 'no-preference', ...options });
  const said = [];
  page.setDefaultTimeout(long);
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(error.stack));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) said.push(`asks for ${request.url()}`);
  });
  t.after(async () => {
    await page.close();
    assert.deepEqual(said, [], 'nothing on the console, and no request');
  });
  await page.goto(where);
  return page;
}
/** The page, loaded. */
async function open(t, { hash = '', ...options } = {}) {
  const page = await quiet(t, address + hash, options);
  await page.waitForFunction(() => window.ryg?.study.place);
  return page;
}
const ask = (page, call, values, file) => page.evaluate(
  ([name, given, bytes]) => window.ryg.ask(name, given, bytes && Uint8Array.from(bytes)),
  [call, values, file]);
const textOf = (page, selector) => page.locator(selector).innerText();
const waitFor = (page, selector, pattern) => page.waitForFunction(
  ([where, source]) => new RegExp(source).test(document.querySelector(where).textContent),
  [selector, pattern.source]);
/** The cycle that the page shows, once it shows the moment that it has gone to. */
const cycle = async (page) => (await page.waitForFunction(() => {
  const { cycle: now, first } = window.ryg.study.place;
  const shown = document.querySelector('#cycle').textContent.replaceAll(/\D/g, '');
  return Number(shown) === now - first && { shown: now - first };
})).evaluate(({ shown }) => shown);
/** A game with that depth, at full speed; the moves of the one before are gone. */
async function newGame(page, depth) {
  await page.locator('#play-depth').selectOption(depth);
  await page.waitForFunction(() => document.querySelector('#moves').childElementCount === 0);
  await page.locator('#speed').selectOption('0');
}
/** Until the C64 waits for a move of the mouse. */
const myTurn = (page) => page.waitForFunction(
  () => document.querySelector('#moves').childElementCount > 0
    || /won/.test(document.querySelector('#result').textContent));

test('two hundred searches are those of the command line, with their trees', async (t) => {
  const page = await open(t);
  const rows = (await run(['solve', '--random', '40', '--seed', '21', '--csv'])).trim().split('\n');
  const positions = rows.slice(1).map((row) => row.split(',')[0]);
  const programs = ['ryg12', 'ryg13', 'ryg14', 'ryg15', 'ryg16'];
  const wanted = positions.flatMap((position, at) => programs.map((program) =>
    ({ program, values: { position, depth: String(1 + at % 3) } })));
  const options = ({ program, values }) =>
    [program, ...Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])];
  assert.equal(wanted.length, 200);
  const expected = [];
  for (let i = 0; i < wanted.length; i += 2) {  // two processes at a time
    expected.push(...await Promise.all(wanted.slice(i, i + 2).map(async (values) => {
      const { request, ...report } = JSON.parse(await run(['search', ...options(values), '--json']));
      assert.equal(request.verb, 'search');
      return report;  // the page has no command line to tell of
    })));
  }
  for (const [at, values] of wanted.entries()) {
    assert.deepEqual(await ask(page, 'search', values), expected[at], JSON.stringify(values));
  }
  for (const values of wanted.filter((_, at) => at % 20 === 3)) {
    const lines = await run(['debug', ...options(values), '--json'], 'x\ntree 9\n');
    await ask(page, 'study.search', { ...values, values: { ...values.values, squares: 'names' } });
    await ask(page, 'study.go', { how: 'run', to: 2e9 });
    const tree = await ask(page, 'study.execute', { line: 'tree 9' });
    assert.deepEqual(tree.text.trimEnd().split('\n'),
      JSON.parse(lines.trim().split('\n').at(-1)).output, JSON.stringify(values));
  }
  for (let i = 0; i < 90; ++i) {
    await ask(page, 'study.search', { ...wanted[i], values: { ...wanted[i].values, squares: 'names' } });
    await ask(page, 'study.go', { how: 'run', to: 2e9 });
  }
  const memory = await ask(page, 'memory', {}) / 1e6;
  t.diagnostic(`${memory.toFixed(0)} MB of the module after 100 searches that were recorded`);
  assert.ok(memory < 200);
  const [cycles, took] = await page.evaluate(async () => {
    const begin = performance.now();
    const { cycles } = await window.ryg.ask('race', { program: 'ryg16', depth: 3, times: 60 });
    return [cycles, performance.now() - begin];
  });
  t.diagnostic(`${(cycles / took / 1000).toFixed(0)} emulated MHz`);
});

test('the page is one small file', (t) => {
  const size = gzipSync(readFileSync(process.env.RYG_PAGE)).length;
  t.diagnostic(`${size} bytes, compressed`);
  assert.ok(size < 1_500_000);
  const board = readFileSync(path.join(path.dirname(process.env.RYG_PAGE), 'ryg-board.js'));
  assert.ok(gzipSync(board).length < 300_000, 'a board that nobody plays at costs little');
});

test('a game is played to its end, by the buttons of the moves', async (t) => {
  const page = await open(t);
  t.diagnostic(`ready after ${(await page.evaluate(() => window.ryg.ready)).toFixed(0)} ms`);
  await page.locator('#follow-game').uncheck();
  await newGame(page, '1');
  for (let move = 0; move < 60; ++move) {
    await myTurn(page);
    if (/won/.test(await textOf(page, '#result'))) break;
    const before = await textOf(page, '#moves');
    await page.locator('#moves button').first().click();
    await page.waitForFunction((old) => document.querySelector('#moves').innerText !== old, before);
  }
  assert.match(await textOf(page, '#result'), /have won|has won/);
  assert.match(await textOf(page, '#course'), /^\s*d1/);
});

test('a piece is dragged, the program sees it, and the tree of its answer grows', async (t) => {
  const page = await open(t);
  await page.locator('#speed').selectOption('0');
  await myTurn(page);
  const box = async (square) => {
    const { x, y, width, height } = await page.locator(`[data-square="${square}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.locator('#board').scrollIntoViewIfNeeded();
  await page.mouse.move(...await box(59));
  await page.mouse.down();
  await page.mouse.move(...await box(50), { steps: 4 });
  const shift = () => page.locator('[data-square="59"] .mouse').evaluate(({ style }) => style.transform);
  assert.match(await shift(), /translate/);
  await page.evaluate(() => document.dispatchEvent(new PointerEvent('pointercancel')));
  assert.equal(await shift(), '', 'a drag that the browser cancels moves nothing');
  await page.mouse.up();
  assert.equal(await page.locator('.chosen').getAttribute('data-square'), '59', 'nor is it a move');
  await page.mouse.move(...await box(59));
  await page.mouse.down();
  await page.mouse.move(...await box(58), { steps: 4 });
  await page.mouse.move(...await box(50), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('[data-square="50"] .mouse'));
  await waitFor(page, '#c64-text', /PENSANDO/);
  await page.waitForFunction(() => /2M5\/8 b$/.test(document.querySelector('#position').value));
  await waitFor(page, '#search-state', /208 nodes in 1,901,189 cycles/);
  await myTurn(page);
  await page.locator('#inside').click();  // the tree that this search has left in the machine
  await page.waitForFunction(() => window.ryg.study.place.nodes === 208);
});

test('a search that keeps no tree shows its path', async (t) => {
  const page = await open(t);
  await page.locator('#program').selectOption('VELOZ');
  await newGame(page, '12');
  await myTurn(page);
  await page.locator('#speed').selectOption('1');
  await page.locator('#moves button').first().click();
  await waitFor(page, '#c64-text', /PENSANDO/);
  await page.locator('#inside').click();
  await waitFor(page, '#path', /^0 cats +alpha \d+ beta \d+ /);
  assert.ok(await page.locator('#tree').isHidden());
  const before = await textOf(page, '#path');
  await page.evaluate(() => window.ryg.ask('study.execute', { line: 'break .raton2' }));
  await page.locator('[data-go="run"]').click();
  await page.waitForFunction((old) => document.querySelector('#path').textContent !== old, before);
  await page.locator('#search button[type=submit]').click();  // of RYG 16: a tree again
  await page.locator('#tree').waitFor();
  assert.ok(await page.locator('#path').isHidden());
});

test('in a page of others a board shows, one moves, and the engine answers', async (t) => {
  const page = await quiet(t, new URL('example.html', address).href);
  const [mouse, cats] = await page.locator('ryg-board').all();
  const said = (board, pattern) => board.getByRole('status').filter({ hasText: pattern }).waitFor();
  await said(mouse, /^Point at the board to start the C64\.$/);
  assert.equal(await mouse.locator('.cat').count(), 4);
  assert.equal(await page.evaluate(() => window.rygMachine), undefined);
  await mouse.hover();
  await said(mouse, /^The mouse is to move\.$/);
  await mouse.locator('[data-square="59"]').dragTo(mouse.locator('[data-square="50"]'));
  const { move, nodes } = JSON.parse(await run(['search', '--depth', '2', '--position', example, '--json']));
  await said(mouse, new RegExp(`answered ${move}: ${nodes} nodes, .* The mouse is to move`));
  assert.equal(await mouse.locator('[data-square="50"] .mouse').count(), 1);
  assert.equal(await mouse.locator('[data-square="0"] .cat').count(), 0, `${move} is on the board`);
  await cats.locator('[data-square="0"]').focus();
  await said(cats, /^The cats are to move\.$/);
  for (const square of [0, 9]) await cats.locator(`[data-square="${square}"]`).click();
  await said(cats, /answered c2.*The cats are to move/);
  await cats.evaluate((board) => board.setAttribute('depth', '9'));
  await said(cats, /^depth="9": a depth is 1 to 5\.$/);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes: [first] }) => [id, first.html]), []);
});

test('a board is moved on by keys alone', async (t) => {
  const page = await open(t);
  await page.locator('#speed').selectOption('0');
  await myTurn(page);
  await page.locator('[data-square="59"]').focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  assert.match(await page.locator(':focus').getAttribute('aria-label'), /e2 empty, can go there/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('[data-square="52"] .mouse'));
  await page.locator('#undo').click();
  await page.waitForFunction(() => document.querySelector('[data-square="59"] .mouse'));
});

test('a tree is grown, and a node of it tells who wrote its bytes', async (t) => {
  const page = await open(t);
  await page.locator('#position').fill(example);
  await page.locator('#depth').selectOption('2');
  await page.locator('#search button[type=submit]').click();
  await waitFor(page, '#search-state', /36 nodes in 328,355 cycles/);
  await waitFor(page, '#best', /Best line: a8b7/);
  await page.locator('#node-panel').waitFor();
  await page.waitForFunction(() => window.ryg.study.tree.placeOf(5));  // it is drawn a little later
  const at = await page.evaluate(() => {
    const { x, y } = window.ryg.study.tree.placeOf(5);
    const box = document.querySelector('#tree').getBoundingClientRect();
    return [box.left + x, box.top + y];
  });
  await page.mouse.click(...at);
  await waitFor(page, '#node-title', /Node 5 at \$1d02/);
  const valor = page.locator('.byte.valor');
  assert.match(await valor.getAttribute('aria-label'), /^valor \$1d07 = \$7a: written by .* in cycle [\d,]+$/);
  await valor.click();
  await page.waitForFunction(() => window.ryg.study.place.cycle - window.ryg.study.place.first < 327555);
  await page.locator('#position').fill('8/8 w');
  await page.locator('#search button[type=submit]').click();
  await waitFor(page, '#alert', /./);
});

test('time goes back, by the slider, a line, and to a breakpoint', async (t) => {
  const page = await open(t, { hash: `#v=16&d=2&p=${encodeURIComponent(example)}` });
  await waitFor(page, '#search-state', /36 nodes in/);
  const end = await cycle(page);
  await page.locator('#moment').focus();
  await page.locator('#moment').evaluate((slider) => {
    slider.value = String(Math.round((Number(slider.min) + Number(slider.max)) / 3));
    slider.dispatchEvent(new Event('input'));
  });
  await page.waitForFunction(() => window.ryg.study.place.nodes < 36);
  const early = await cycle(page);
  assert.ok(early < end);
  for (const how of ['back', 'backLine', 'into', 'line', 'node', 'out', 'first']) {
    await page.locator(`[data-go=${how}]`).click();
  }
  await waitFor(page, '#cycle', /^0$/);
  await ask(page, 'study.place');  // the panels have what they asked for
  await page.locator('#source-file').selectOption('engine/games/ryg1/asm/Arbol.s');
  const source = readFileSync(path.join(process.env.RYG_SOURCE_DIR, 'engine/games/ryg1/asm/Arbol.s'), 'utf8');
  const line = 2 + source.split('\n').findIndex((each) => each.startsWith('creaHijo:'));
  await page.locator(`#line-${line}`).click();
  await page.locator('#source .stop').waitFor();
  await page.locator('[data-go=run]').click();
  await page.waitForFunction((number) => window.ryg.study.place.line === number, line);
  const first = await cycle(page);
  await page.locator('[data-go=run]').click();
  await page.waitForFunction((old) => window.ryg.study.place.cycle - window.ryg.study.place.first > old, first);
  await page.locator('[data-go=backRun]').click();
  await page.waitForFunction((old) => window.ryg.study.place.cycle - window.ryg.study.place.first === old, first);
  assert.ok((await page.locator('.flame').count()) > 10);
});

test('programs and states of others run, and what cannot run is refused in a line', async (t) => {
  const page = await open(t);
  // lda #$01, sta $0400, jmp to itself; with a line 10 SYS 2061
  const prg = [1, 8, 11, 8, 10, 0, 0x9e, 0x32, 0x30, 0x36, 0x31, 0, 0, 0,
    0xa9, 1, 0x8d, 0, 4, 0x4c, 0x12, 8];
  const bring = async (name, content) => {
    writeFileSync(path.join(folder, name), Buffer.from(content));
    await page.locator('#file').setInputFiles(path.join(folder, name));
  };
  await bring('one.prg', prg);
  await waitFor(page, '#c64-text', /^A/);
  await page.locator('#inside').click();
  await page.waitForFunction(() => window.ryg.study.place.program === 'one.prg');
  writeFileSync(path.join(folder, 'one.lbl'), 'al 0812 .forEver\n');
  await page.locator('#file').setInputFiles(['one.lbl', 'one.prg'].map((name) => path.join(folder, name)));
  // The text of the program before is the same: what is looked into may still be that one.
  await page.waitForFunction(() => {
    if (window.ryg.study.place?.label === 'forEver') return true;
    document.querySelector('#inside').click();
    return false;
  }, undefined, { polling: 3000 });
  await bring('large.prg', new Uint8Array(3e6));
  await waitFor(page, '#alert', /large\.prg has 3,000,000 bytes/);
  await bring('wide.prg', new Uint8Array(900_000));
  await waitFor(page, '#alert', /^wide\.prg: .+$/);
  await bring('short.prg', [1]);
  await waitFor(page, '#alert', /^short\.prg: .+$/);
  await bring('note.txt', [65, 66]);
  await waitFor(page, '#alert', /note\.txt is neither a PRG, a D64 nor a state/);
  const file = path.join(folder, 'page.state');
  if (isFirefox) {  // its driver tells of no download
    const bytes = await page.evaluate(() => new Promise((found) => {
      HTMLAnchorElement.prototype.click = async function () {
        found(Array.from(new Uint8Array(await (await fetch(this.href)).arrayBuffer())));
      };
      document.querySelector('#save').click();
    }));
    writeFileSync(file, Buffer.from(bytes));
  } else {
    const saved = page.waitForEvent('download');
    await page.locator('#save').click();
    await (await saved).saveAs(file);
  }
  assert.match(await run(['run', '--load-state', file, '--cycles', '100', '--screen']), /^A/);
  const other = path.join(folder, 'other.state');
  await run(['run', 'ryg16', '--keys', '2', '--until-text', 'COLUMNA):', '--save-state', other]);
  await page.locator('#file').setInputFiles(other);
  await waitFor(page, '#c64-text', /RYG 16: EL RATON Y LOS GATOS[^]*PROFUNDIDAD \(1-5\): 2/);
});

/** Serves a program with `ryg run --live` and opens the page. */
async function live(t, ...args) {
  const server = spawn(process.env.RYG_PROGRAM, ['run', ...args, '--live']);
  t.after(() => server.kill('SIGINT'));
  const [line] = await once(server.stdout, 'data');
  const page = await browser.newPage({ locale: 'en-GB' });
  t.after(() => page.close());
  page.setDefaultTimeout(long);
  await page.goto(/http\S+/.exec(String(line))[0]);
  return page;
}
/** Waits until the C64's border has a colour of the palette. */
async function border(page, number) {
  await page.waitForFunction(() => window.ryg);
  const colour = (await ask(page, 'about')).palette[number];
  await page.waitForFunction((wanted) => {
    const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    copy.drawImage(document.querySelector('#c64'), 0, 0);
    const point = copy.getImageData(2, 2, 1, 1).data;
    return String([...point]) === wanted;  // an empty canvas is transparent
  }, String([...colour, 255]));
}
const sysLine = '0b080a009e32303631000000';  // 10 SYS 2061
const program = (hex) => Buffer.from(`0108${sysLine}${hex}`.replace(/ /g, ''), 'hex');

test('ryg run --live shows a program that can be played at and looked into', async (t) => {
  const file = path.join(folder, 'key.prg');
  writeFileSync(file, program('a5c5 8d20d0 4c0d08'));  // the border takes the code of the key that is down
  writeFileSync(path.join(folder, 'key.lbl'), 'al 00080d .watchKeys\n');
  const page = await live(t, file);
  await waitFor(page, '#place', /watchKeys/);
  await page.locator('#c64').click();
  await page.keyboard.down('a');
  await border(page, 10);
  assert.equal(await page.locator('#alert').isVisible(), false);
});

test('the joystick on the screen is that of port 2', async (t) => {
  const file = path.join(folder, 'stick.prg');
  writeFileSync(file, program('ad00dc 491f 8d20d0 4c0d08'));  // the border takes the closed switches
  const page = await live(t, file);
  await border(page, 0);
  for (const [key, colour] of [['ArrowUp', 1], ['ArrowRight', 8]]) {
    await page.locator(`#stick [data-key=${key}]`).hover();
    await page.mouse.down();
    await border(page, colour);
    await page.mouse.up();
    await border(page, 0);
  }
});

test('a program loads its second part from a diskette that was dropped, or that --live has', async (t) => {
  const files = path.join(folder, 'parts'), disk = path.join(folder, 'parts.d64');
  mkdirSync(files);
  // SETNAM, SETLFS with the device of $ba, LOAD, and on to $c000, which makes the border yellow.
  writeFileSync(path.join(files, 'one.prg'), Buffer.concat(
    [program('a903 a227 a008 20bdff a901 a6ba a001 20baff a900 20d5ff 4c00c0'), Buffer.from('TWO')]));
  writeFileSync(path.join(files, 'two.prg'), Buffer.from('00c0a9078d20d04c05c0', 'hex'));
  await run(['run', path.join(files, 'one.prg'), '--disk', files, '--disk-out', disk, '--cycles', '1000']);
  const page = await open(t);
  await page.locator('#file').setInputFiles(disk);
  await border(page, 7);
  await border(await live(t, path.join(files, 'one.prg'), '--disk', files), 7);
});

test('a link shows what was seen, in its language', async (t) => {
  const page = await open(t, { hash: `#v=14&d=2&p=${encodeURIComponent(example)}&c=100000&n=3&l=es` });
  await waitFor(page, '#node-title', /Nodo 3/);
  const place = await page.evaluate(() => window.ryg.study.place);
  assert.ok(place.cycle - place.first >= 100000 && place.cycle - place.first < 100010);
  assert.equal(place.program, 'ryg14');
  assert.equal(await page.locator('html').getAttribute('lang'), 'es');
  const again = await open(t, { hash: await page.evaluate(() => location.hash) });
  await waitFor(again, '#node-title', /Nodo 3/);
  assert.equal(await again.evaluate(() => window.ryg.study.place.cycle), place.cycle);
});

test('what is said of a search is true of it', async (t) => {
  const p = encodeURIComponent(example);
  const page = await open(t, { hash: `#v=16&d=5&p=${p}` });
  await waitFor(page, '#search-state', /208 nodes in 6,952,880 cycles\. The tree of depth 5 does not fit .* this is depth 3/);
  await page.evaluate((to) => { location.hash = to; }, `v=12&d=2&p=${p}`);
  await waitFor(page, '#best', /No best line/);
  await page.evaluate((to) => { location.hash = to; }, `v=13&d=2&p=${p}`);
  await waitFor(page, '#best', /^Best line: a8b7 c2b3 \(value 130\)$/);
  await waitFor(page, '#node-title', /Node 1 at \$18d2/);
  const measured = () => page.locator('.flame').evaluateAll((all) => all[0].getAttribute('aria-label'));
  const whole = await measured();
  await page.evaluate(() => window.ryg.study.goTo(window.ryg.study.place.first + 50000));
  await waitFor(page, '#costs-age', /As of cycle [\d,]+/);
  await page.locator('#profile-run').click();
  await page.waitForFunction(() => document.querySelector('#costs-age').textContent === '');
  assert.notEqual(await measured(), whole);
  const contexts = await ask(page, 'study.profile', {});
  const { cycle: now, first } = await page.evaluate(() => window.ryg.study.place);
  assert.equal(contexts[0].total, now - first, 'up to here, to the cycle');
  // Two lines may share code: the mark is on the one that was pressed.
  await page.locator('#source-file').selectOption('engine/games/ryg1/asm/Arbol.s');
  const source = readFileSync(path.join(process.env.RYG_SOURCE_DIR, 'engine/games/ryg1/asm/Arbol.s'), 'utf8').split('\n');
  for (const [at, text] of source.entries()) {
    if (!/^[a-zA-Z]+:\s+[a-z]{3}\b/.test(text) && !/^ {8}[a-z]{3}[A-Z]?\b/.test(text)) continue;
    await page.locator(`#line-${at + 1}`).click();
    await ask(page, 'study.place', {});  // answered after the press
    const marks = await page.locator('#source .stop').evaluateAll((all) => all.map((each) => each.id));
    assert.ok(marks.length === 0 || marks.join() === `line-${at + 1}`, `${at + 1}: ${marks}`);
    if (marks.length > 0) await page.locator(`#line-${at + 1}`).click();
    await page.waitForFunction(() => document.querySelectorAll('#source .stop').length === 0);
  }
});

test('the first screen says what the game is, and the tour shows what there is', async (t) => {
  for (const [width, height, locale] of [[1280, 800, 'en'], [390, 844, 'es']]) {
    const page = await open(t, { viewport: { width, height }, locale });
    await myTurn(page);
    for (const what of ['#board', '#result', '#hint', '#truth', '.rules']) {
      const box = await page.locator(what).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${what} at ${width} x ${height}: ${JSON.stringify(box)}`);
    }
    await page.locator('#hint').click();
    await waitFor(page, '#progress', locale === 'en' ? /other side wins/ : /otro bando gana/);
    await page.locator('#truth').click();
    await waitFor(page, '#result', locale === 'en' ? /the cats win in 44/ : /ganan los gatos en 44/);
    assert.ok(await page.locator('#value').evaluate((bar) => bar.value > 0 && bar.value < .5));
    await page.locator('summary', { hasText: locale === 'en' ? 'How to play' : 'Cómo se juega' }).click();
    assert.equal(await page.locator('#how svg:visible').count(), 3);
    await page.locator('#tour-begin').click();
    const texts = new Set();
    for (let step = 1; step <= 7; ++step) {
      await waitFor(page, '#tour-step', new RegExp(`^${step} `));
      texts.add(await textOf(page, '#tour-text'));
      await page.locator('.toured').waitFor();
      if (step === 5) {  // at the write of the value that step 4 has shown
        await page.waitForFunction(() => !window.ryg.study.place.over
          && /sta/.test(document.querySelector('#source .now')?.textContent));
      }
      if (step === 7) await waitFor(page, '#twins-about', locale === 'en' ? /each of the 7 moves/ : /Iguales, con cada una de las 7/);
      await page.locator('#tour-next').click();
    }
    assert.equal(texts.size, 7);
    assert.equal(await page.locator('#tour').isVisible(), false);
  }
});

test('fingers, wheel, keys of the browser, and what a checker does not see of colours', async (t) => {
  const page = await open(t, isFirefox ? {} : { hasTouch: true });  // its driver then has no wheel
  const scale = () => page.evaluate(() => {
    const [one, two] = [window.ryg.study.tree.placeOf(1), window.ryg.study.tree.placeOf(2)];
    return two.x - one.x;
  });
  await waitFor(page, '#node-title', /Node 1/);
  const wide = await scale();
  await page.evaluate(() => {
    const tree = document.querySelector('#tree'), box = tree.getBoundingClientRect();
    tree.setPointerCapture = () => {};  // these fingers are made here
    const finger = (kind, pointerId, x) => tree.dispatchEvent(new PointerEvent(kind,
      { pointerId, pointerType: 'touch', clientX: box.left + x, clientY: box.top + 100, bubbles: true }));
    finger('pointerdown', 11, 300);
    finger('pointerdown', 12, 400);
    finger('pointermove', 12, 500);
    finger('pointerup', 12, 500);
    finger('pointerup', 11, 300);
  });
  assert.ok(Math.abs(await scale() / wide - 2) < 0.1, 'two fingers twice as far apart');
  await page.locator('#flames').scrollIntoViewIfNeeded();
  await page.locator('#flames').hover();
  const flames = () => page.locator('#flames').evaluate((each) => each.clientWidth);
  const before = await flames();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await page.waitForFunction((old) => document.querySelector('#flames').clientWidth > old, before);
  await page.locator('#program').selectOption('RYG 12');
  for (const [key, ctrlKey, taken] of [['r', true, false], ['r', false, true]]) {
    assert.equal(await page.locator('#c64').evaluate((screen, given) => !screen.dispatchEvent(
      new KeyboardEvent('keydown', { ...given, bubbles: true, cancelable: true })), { key, ctrlKey }), taken);
  }
  for (const colorScheme of ['light', 'dark']) {
    if (isFirefox) {  // its driver does not ask for a scheme
      await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, colorScheme);
    } else {
      await page.emulateMedia({ colorScheme });
    }
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    const ratios = await page.evaluate(() => ['[data-square="56"]', '[data-square="57"]'].map((each) => {
      const light = (colour) => {
        const [r, g, b] = colour.match(/\d+/g).map((part) => part / 255)
          .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      const cell = document.querySelector(each);
      const two = [getComputedStyle(cell, '::after').color, getComputedStyle(cell).backgroundColor].map(light);
      return Math.max(...two) / Math.min(...two);
    }));
    assert.ok(Math.min(...ratios) >= 4.5, `${colorScheme}: ${ratios}`);
  }
});

test('a C64 second is a second', async (t) => {
  const page = await open(t);
  await myTurn(page);
  const now = () => page.evaluate(() => [window.ryg.player.state.cycle, window.ryg.player.at]);
  let factor = 0;  // of eight seconds; on a busy machine it catches up with what came before them
  for (let tries = 0; Math.abs(factor - 1) >= 0.01 && tries < 5; ++tries) {
    const [cycle0, at0] = await now();
    await page.waitForTimeout(8000);
    const [cycle1, at1] = await now();
    factor = (cycle1 - cycle0) / 985.248 / (at1 - at0);
    t.diagnostic(`${factor.toFixed(4)} times a PAL C64`);
  }
  assert.ok(Math.abs(factor - 1) < 0.01, String(factor));
});

test('what takes long can be stopped at once, and the page is alive meanwhile', async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const each of list.getEntries()) window.longest = Math.max(window.longest, each.duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  await page.locator('#play-depth').selectOption('5');
  await myTurn(page);
  await page.locator('#follow-game').uncheck();
  await page.locator('#moves button').first().click();
  await waitFor(page, '#progress', /[1-9]\d* nodes, [\d,]+ cycles, [\d.]+ s of C64 time/);
  assert.equal(await page.locator('.movable').count(), 0, 'while the C64 thinks nobody moves');
  await page.locator('#halt').click();
  await waitFor(page, '#result', /is stopped/);
  const stands = await page.evaluate(() => window.ryg.player.state.cycle);
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => window.ryg.player.state.cycle), stands);
  await page.locator('#inside').click();
  await page.waitForFunction(() => !window.ryg.study.place.over);
  await page.waitForFunction(() => document.querySelector('#flames').childElementCount === 0);
  await page.waitForTimeout(300);
  const times = [];
  for (const how of ['[data-go=run]', '[data-go=run]', '#profile-run']) {
    if (how === '#profile-run') {  // it cannot be divided: its worker goes
      await page.evaluate(() => window.ryg.study.go('run'));
      await waitFor(page, '#live', /50,000,000/);
    }
    await page.locator(how).click();
    await page.waitForTimeout(200);
    times.push(await page.evaluate(async () => {
      const stop = document.querySelector('#stop'), begin = performance.now();
      if (stop.disabled) return 0;
      window.left = window.ryg.study.place;
      stop.click();
      while (!stop.disabled) await new Promise((resolve) => setTimeout(resolve, 1));
      return performance.now() - begin;
    }));
  }
  t.diagnostic(`stopped after ${times.map(Math.round).join(', ')} ms`);
  assert.ok(times.every((each) => each > 0 && each < 1000), String(times));
  await page.waitForFunction(() => window.ryg.study.place !== window.left);  // in its new worker
  await page.locator('[data-go=into]').click();
  await page.locator('#halt').click();
  await waitFor(page, '#result', /thinking/);
  t.diagnostic(`the main thread was busy for ${Math.round(await page.evaluate(() => window.longest))} ms at most`);
});

test('a link is read with care: what cannot be is named, and nothing hangs', async (t) => {
  const page = await open(t);
  const p = encodeURIComponent(example);
  for (const [hash, said] of [
    ['c=99999999999', /c=99999999999/], [`p=${p}&d=2&c=999999999`, /names a later one/],
    [`p=${p}&d=2&c=-5`, /c=-5/], [`p=${p}&d=2&c=1e9`, /c=1e9/], [`p=${p}&n=999`, /no node 999/],
    ['d=6', /d=6/], ['v=99', /v=99/], ['l=xx&t=%00', /l=xx/], [`p=${'c'.repeat(500)}`, /p=ccc/],
    ['p=8/8%20w', /./], ['p=%E0%A4%A', /./], [`v=15&d=2&p=${p}&n=3`, /^$/],
  ]) {
    await page.evaluate((to) => { document.querySelector('#alert').textContent = ''; location.hash = to; }, hash);
    await waitFor(page, '#alert', said).catch((trouble) => assert.fail(`${hash}: ${trouble.message}`));
    await page.evaluate(() => window.ryg.ask('study.place'));  // it answers
  }
  await waitFor(page, '#node-title', /Node 3/);
  const values = 'abcdefghnpvtl0123456789=&%/ -.,';  // anything at all, by a fixed seed
  let seed = 7;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let i = 0; i < 60; ++i) {
    const text = Array.from({ length: random(60) }, () => values[random(values.length)]).join('');
    await page.evaluate((to) => { location.hash = to; }, `${'vdpcn'[random(5)]}=${text}`);
  }
  await page.evaluate((to) => { location.hash = to; }, `v=14&d=1&p=${p}`);
  await waitFor(page, '#search-state', /8 nodes in/);
  await page.evaluate(() => window.ryg.study.grow(
    { version: '16', depth: '3', position: 'c1c1c1c1/8/8/8/8/8/2M5/8 b', squares: 'names' },
    { animated: false, budget: 0 }));
  await waitFor(page, '#search-state', /Stopped early/);
  await page.locator('#go-on').click();
  await waitFor(page, '#search-state', /208 nodes in 1,901,189 cycles/);
});

test('a reload keeps the game, the moment and the panes', async (t) => {
  const page = await open(t, { hash: `#v=16&d=2&p=${encodeURIComponent(example)}&c=100000&n=3` });
  await page.locator('#follow-game').uncheck();
  await newGame(page, '1');
  await myTurn(page);
  await page.locator('#moves button').first().click();
  await page.waitForFunction(() => window.ryg.player.state.course?.length === 2 && window.ryg.player.state.waits);
  await page.locator('summary').first().click();
  await waitFor(page, '#node-title', /Node 3/);
  await page.waitForFunction(() => !('move' in JSON.parse(sessionStorage['ryg.play'])));  // kept after the answer
  const seen = () => page.evaluate(() => [window.ryg.player.state.position.fen, location.hash,
    document.querySelector('#play-depth').value, document.querySelector('details').open]);
  const before = await seen();
  await page.reload();
  await page.waitForFunction((fen) => window.ryg?.player.state?.position?.fen === fen, before[0]);
  await waitFor(page, '#node-title', /Node 3/);
  assert.deepEqual(await seen(), before);
  await myTurn(page);
});

test('a checker for readers of screens finds nothing, and no width has a bar across', async (t) => {
  for (const [width, colorScheme, locale] of [
    [1280, 'light', 'en'], [1280, 'dark', 'es'], [900, 'dark', 'es'], [390, 'light', 'en'], [390, 'dark', 'es'],
  ]) {
    const page = await open(t, { viewport: { width, height: 900 }, colorScheme, locale });
    await page.locator('#speed').selectOption('0');
    await myTurn(page);
    await page.locator('#truth').click();
    await page.locator('#node-panel').waitFor();
    const [wide, room] = await page.evaluate(() =>
      [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.equal(wide, room);
    assert.equal(await page.locator('.pane[open]').count(), width === 390 ? 0 : 6);
    assert.ok(room <= width && room > width - 20, `${room}: but for a bar at the side`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html]), []);
    if (shots) {
      await page.screenshot({ path: path.join(shots, `page-${width}-${colorScheme}.png`), fullPage: true });
      if (width === 1280 && colorScheme === 'light') {  // docs/page.jpg
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({ path: path.join(shots, 'page.jpg'), type: 'jpeg', quality: 72 });
      }
    }
  }
});

test('five hundred presses at random leave no error', async (t) => {
  const page = await open(t, { viewport: { width: 1280, height: 800 } });
  const pressed = await page.evaluate(press, 500);
  t.diagnostic(`pressed: ${pressed.join(', ')}`);
  assert.ok(['button', 'canvas', 'div', 'select'].every((each) => pressed.includes(each)), String(pressed));
  await ask(page, 'about');  // it answers
});
