// Makes the files of the page, which also open from file://: build.mjs MODULE FOLDER SOURCE.s ...
//
//   index.html      the page, all in one file
//   ryg-board.js    the script of <ryg-board>
//   ryg-machine.js  the C64 for it, which it loads when a board is used
//   example.html    a page that uses it
//   preview.jpg     the picture that sent links show
//
// esbuild joins the modules of a script. The worker's script, the module of WebAssembly and the
// assembly sources are texts in them; the last two packed by gzip, which the browser unpacks.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [module, out, ...sources] = process.argv.slice(2);
const folder = fileURLToPath(new URL('.', import.meta.url));
const read = (name) => readFileSync(path.join(folder, name), 'utf8');
const packed = (data) => gzipSync(data, { level: 9 }).toString('base64');
const joined = (name) => execFileSync('esbuild',
  [path.join(folder, name), '--bundle', '--format=iife', '--charset=utf8', '--target=es2022',
    '--log-level=warning'], { encoding: 'utf8' });

const texts = Object.fromEntries(sources.map((file) =>
  [file.slice(file.lastIndexOf('engine/')), readFileSync(file, 'utf8').trimEnd()]));
const machine = JSON.stringify({ MODULE: packed(readFileSync(module)), WORKER: joined('worker.js') });
const sourcesOf = `const SOURCES = '${packed(JSON.stringify(texts))}';`;
/** A script with the texts that it needs, safe in a page. */
const script = (name, ...given) =>
  ['(() => {', "'use strict';", ...given, joined(name), '})();'].join('\n')
    .replaceAll('</script', '<\\/script');

mkdirSync(out, { recursive: true });
const write = (name, text) => writeFileSync(path.join(out, name), text);
write('index.html', read('index.html')
  .replace('/*STYLE*/', () => read('page.css') + read('board.css'))
  .replace('/*LICENSE*/', () => readFileSync(path.join(folder, '../../../LICENSE'), 'utf8'))
  .replace('/*SCRIPT*/', () => script('main.js', `const { MODULE, WORKER } = ${machine};`, sourcesOf)));
write('ryg-board.js', script('embed.js', 'let MODULE, WORKER;', `const STYLE = ${JSON.stringify(read('board.css'))};`));
write('ryg-machine.js', `window.rygMachine = ${machine};\n`);
write('example.html', read('example.html'));
copyFileSync(path.join(folder, '../../../docs/page.jpg'), path.join(out, 'preview.jpg'));
