// What somebody does with the extension in VS Code, and what the window then shows.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const require = createRequire(path.join(process.env.NODE_PATH, 'x.js'));
const { chromium } = require('playwright-core');
const { RYG_PROGRAM: program, RYG_SHOTS: shots } = process.env;
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const folder = mkdtempSync(path.join(os.tmpdir(), 'ryg-vscode-'));
const sources = path.join(root, 'engine', 'games', 'ryg1', 'asm');
const lineOf = (file, pattern) =>
  1 + readFileSync(file, 'utf8').split('\n').findIndex((line) => pattern.test(line));
const shown = { timeout: 20_000 };
let server, browser, address;

before(async () => {
  const settings = path.join(folder, 'data', 'User');
  mkdirSync(settings, { recursive: true });
  writeFileSync(path.join(settings, 'settings.json'),
    JSON.stringify({ 'workbench.startupEditor': 'none', 'git.enabled': false }));
  const words = [path.join(process.env.NODE_PATH, 'code-server', 'out', 'node', 'entry.js'),
    '--user-data-dir', path.join(folder, 'data'), '--extensions-dir', path.join(folder, 'extensions')];
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  execFileSync('node', [...words, '--install-extension', process.env.RYG_VSIX], { env, stdio: 'pipe' });
  server = spawn('node', [...words, '--auth', 'none', '--bind-addr', '127.0.0.1:0',
    '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
    { env, stdio: ['ignore', 'pipe', 'ignore'] });
  address = await new Promise((found, failed) => {
    let said = '';
    server.stdout.on('data', (data) => {
      said += data;
      const at = /listening on (http:\S+?)\/?\s/.exec(said);
      if (at) found(at[1]);
    });
    server.once('exit', () => failed(new Error(`code-server ended: ${said}`)));
  });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server?.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** VS Code with a folder, and a breakpoint in a line of a file. */
async function open(t, where, file, line) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  t.after(() => page.close());
  page.setDefaultTimeout(shown.timeout);
  const resource = `vscode-remote://${new URL(address).host}${file}:${line}:1`;
  const payload = JSON.stringify([['openFile', resource], ['gotoLineMode', 'true']]);
  await page.goto(`${address}/?folder=${where}&payload=${encodeURIComponent(payload)}`);
  await page.getByText(`Ln ${line}, Col 1`).waitFor();
  await page.getByText(/6502 assembly \((ca65|ACME, .*)\)/).waitFor();
  await page.locator('.editor-instance textarea, .editor-instance .native-edit-context').first().focus();
  const point = page.locator('.glyph-margin-widgets .codicon-debug-breakpoint');
  for (let i = 0; i < 20 && !await point.count(); ++i) {  // until VS Code knows that there is a debugger
    await page.keyboard.press('F9');
    await point.waitFor({ timeout: 1000 }).catch(() => {});
  }
  return page;
}
/** Accepts what the box above proposes. */
async function accept(page, what) {
  await page.locator('.quick-input-widget', { hasText: what }).waitFor();
  await page.keyboard.press('Enter');
}
async function acceptSearch(page) {
  for (const what of ['Version', 'Position', 'Depth']) await accept(page, what);
}
async function command(page, name) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill(`>${name}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
}
/** Until the innermost routine and its line are these. */
const stopsAt = (page, routine, line) => page.locator('.debug-call-stack .monaco-list-row')
  .filter({ hasText: new RegExp(`^${routine}.*${line ?? ''}:1$`) }).first().waitFor();
/** Until the tree's first rows are these: a node a row. */
const treeIs = (page, ...rows) => page.waitForFunction(
  (wanted) => {
    const list = [...document.querySelectorAll('.panel .monaco-list-row')].map((row) => row.textContent);
    return wanted.every((row, at) => list[at]?.startsWith(row)) && !/hijos/.test(list[wanted.length]);
  }, rows);
const button = (page, name) => page.locator(`.debug-toolbar .codicon-debug-${name}`).click();

test('F5 in a clone breaks in the builder of the tree; a step back takes a node away', async (t) => {
  const file = path.join(sources, 'Arbol.s');
  const line = lineOf(file, /pasaDir hmFinal, libre/) + 1;  // a child is complete
  const page = await open(t, root, file, line);
  await page.keyboard.press('F5');
  await acceptSearch(page);
  await stopsAt(page, 'creaHijo', line);
  await treeIs(page, '-GATOS valor $80, 1 hijos', '?RATON');
  await button(page, 'continue');
  await treeIs(page, '-GATOS valor $80, 2 hijos', 'a8b7RATON', '?RATON');
  await button(page, 'continue');
  await treeIs(page, '-GATOS valor $80, 3 hijos', 'a8b7RATON', 'c8b7RATON', '?RATON');
  const pc = page.locator('.debug-variables .monaco-list-row', { hasText: /^PC/ });
  const there = await pc.textContent();
  await button(page, 'step-back');
  await stopsAt(page, 'creaHijo', line - 1);
  await button(page, 'step-back');
  await stopsAt(page, 'creaHijo', lineOf(file, /jsr fijaHijo/));
  await treeIs(page, '-GATOS valor $80, 2 hijos', 'a8b7RATON', 'c8b7RATON');
  await pc.filter({ hasNotText: there }).waitFor();
  if (shots) await page.screenshot({ path: path.join(shots, 'vscode.png') });
  await button(page, 'step-over');
  await stopsAt(page, 'creaHijo', line - 1);
  await button(page, 'step-over');
  await treeIs(page, '-GATOS valor $80, 3 hijos', 'a8b7RATON', 'c8b7RATON', '?RATON');

  await page.locator('.panel .monaco-list-row', { hasText: 'c8b7' }).click();
  await stopsAt(page, 'copiaTablero');
  await treeIs(page, '-GATOS valor $80, 1 hijos', 'a8b7RATON');

  await command(page, "ryg: show the C64's screen");
  await page.frameLocator('iframe.webview').frameLocator('iframe').locator('canvas').waitFor();
  await button(page, 'stop');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
});

test('a search is debugged from the list of configurations, and stops at its beginning', async (t) => {
  const page = await open(t, root, path.join(sources, 'EvalArbol.s'), 1);
  await page.keyboard.press('F9');  // no breakpoint
  await command(page, 'Debug: Select and Start Debugging');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'ryg' }).first().click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Debug a search' }).click();
  await acceptSearch(page);
  await stopsAt(page, 'search');
  await page.locator('.debug-variables .monaco-list-row', { hasText: 'PC' }).waitFor();
});

test('F5 in a source file assembles it; an error in it is shown', async (t) => {
  const own = path.join(folder, 'own');
  const file = path.join(own, 'count.s');
  mkdirSync(path.join(own, '.vscode'), { recursive: true });
  writeFileSync(path.join(own, '.vscode', 'settings.json'), JSON.stringify({ 'ryg.path': program }));
  writeFileSync(file, 'start:  ldx #3\n@loop:  dex\n        bne @loop\n        rts\n');
  const page = await open(t, own, file, 3);
  await page.keyboard.press('F5');
  await stopsAt(page, 'start', 3);
  await page.locator('.debug-variables .monaco-list-row', { hasText: /^X ?= ?\$02$/ }).waitFor();
  await button(page, 'continue');
  await page.locator('.debug-variables .monaco-list-row', { hasText: /^X ?= ?\$01$/ }).waitFor();
  await button(page, 'stop');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  writeFileSync(file, 'start:  ldx\n');
  await page.keyboard.press('F5');
  await page.getByText(/count\.s:1: /).first().waitFor();
  assert.deepEqual(readdirSync(own).sort(), ['.vscode', 'count.s']);
});

test('sources for ACME and 64tass are debugged, forward and back', async (t) => {
  const own = path.join(folder, 'others');
  mkdirSync(path.join(own, '.vscode'), { recursive: true });
  writeFileSync(path.join(own, '.vscode', 'settings.json'), JSON.stringify({ 'ryg.path': program }));
  const code = 'start   ldx #3\nagain   dex\n        bne again\n        rts\n';
  const files = {
    'count.a': `        * = $0801\n        !word +, 10\n        !byte $9e\n        !text "2061", 0\n+       !word 0\n${code}`,
    'count.asm': `        * = $0801\n        .word (+), 10\n        .byte $9e\n        .null "2061"\n+       .word 0\n${code}`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(own, name), text);
    const page = await open(t, own, path.join(own, name), 8);
    await page.keyboard.press('F5');
    const x = (value) => page.locator('.debug-variables .monaco-list-row', { hasText: new RegExp(`^X ?= ?\\$0${value}$`) }).waitFor();
    await x(2);
    await button(page, 'continue');
    await x(1);
    await button(page, 'step-back');
    await button(page, 'step-back');
    await x(2);
    await button(page, 'stop');
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await page.keyboard.press('F9');
  }
});

test('where there is no ryg, F5 says so and leads to the setting', async (t) => {
  const own = path.join(folder, 'none');
  mkdirSync(path.join(own, '.vscode'), { recursive: true });
  writeFileSync(path.join(own, '.vscode', 'settings.json'), JSON.stringify({ 'ryg.path': '/no/ryg' }));
  writeFileSync(path.join(own, 'a.s'), '        .org $c000\n        rts\n');
  const page = await open(t, own, path.join(own, 'a.s'), 1);
  await page.keyboard.press('F5');
  await page.locator('.notification-toast', { hasText: 'there is no program /no/ryg' }).waitFor();
  await page.locator('.notification-toast').getByText('Open the setting ryg.path').click();
  await page.locator('.settings-editor').getByText('The program ryg. Empty').waitFor();
});
