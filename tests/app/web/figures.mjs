// The page's figures, in Chromium: node figures.mjs index.html [MINUTES [PRESSES]]. It reports, and
// judges nothing but errors. NODE_PATH is a folder with playwright-core.
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { press } from './press.mjs';

const [file, minutes = '30', presses = '3000'] = process.argv.slice(2);
const { chromium } = createRequire(path.resolve(process.env.NODE_PATH, 'x.js'))('playwright-core');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-precise-memory-info', '--js-flags=--expose-gc'] });
const faults = [];
async function open() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => faults.push(error.stack));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => window.ryg?.study.place);
  return page;
}
const median = (all) => all.sort((one, two) => one - two)[all.length >> 1];
const tell = (what, figure) => console.log(`${what.padEnd(46)} ${figure}`);
tell('processor', os.cpus()[0].model);

const ready = [];
for (let i = 0; i < 5; ++i) {
  const page = await open();
  ready.push(await page.evaluate(() => performance.now()));
  await page.close();
}
tell('ready after, ms, median of five', Math.round(median(ready)));

const page = await open();
await page.evaluate(() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) window.longest = Math.max(window.longest, each.duration);
  }).observe({ entryTypes: ['longtask'] });
});
const movable = () => document.querySelector('#moves').childElementCount > 0;
await page.locator('#speed').selectOption('0');
await page.locator('#play-depth').selectOption('5');
await page.waitForFunction(movable);
await page.evaluate(() => { window.longest = 0; });
const before = await page.locator('#moves').innerText();
await page.locator('#moves button').first().click();
await page.waitForFunction((text) => document.querySelector('#moves').childElementCount > 0 &&
  document.querySelector('#moves').innerText !== text, before);
tell('longest task during a search of depth 5, ms', Math.round(await page.evaluate(() => window.longest)));

/** Of the main thread after a collection, and of the module: MB. */
const memory = () => page.evaluate(async () => {
  window.gc();
  const [heap, module] = [performance.memory.usedJSHeapSize, await window.ryg.ask('memory', {})];
  return `${(heap / 1e6).toFixed(1)} + ${(module / 1e6).toFixed(1)}`;
});
const end = Date.now() + 60_000 * Number(minutes);
tell('memory at the beginning, MB', await memory());
let searches = 0;
for (; Date.now() < end; ++searches) {
  const position = (await page.evaluate(() => window.ryg.player.state.position?.fen)) ?? 'c1c1c1c1/8/8/8/8/8/2M5/8 b';
  await page.evaluate((fen) => window.ryg.ask('search', { program: 'ryg16', values: { position: fen, depth: '3' } }), position);
  await page.evaluate(press, 20);
}
tell(`memory after ${minutes} minutes, ${searches} searches, MB`, await memory());
await page.close();

const pressed = await open();
await pressed.evaluate(press, Number(presses));
tell(`errors in ${presses} presses at random`, faults.length);
for (const fault of faults.slice(0, 3)) console.error(fault);
await browser.close();
process.exitCode = faults.length === 0 ? 0 : 1;
