// Puts the page into one file: build.mjs MODULE OUT SOURCE.s ...
//
// The scripts are modules, which a browser does not load from file://, so each becomes a function
// that returns what it exports. The module of WebAssembly and the assembly sources are packed by
// gzip; the browser unpacks them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [module, out, ...sources] = process.argv.slice(2);
const folder = fileURLToPath(new URL('.', import.meta.url));
const read = (name) => readFileSync(path.join(folder, name), 'utf8');
const packed = (data) => gzipSync(data, { level: 9 }).toString('base64');

const scripts = ['texts.js', 'engine.js', 'screen.js', 'board.js', 'tree.js', 'study.js', 'main.js'];
const texts = Object.fromEntries(sources.map((file) =>
  [file.slice(file.lastIndexOf('engine/')), readFileSync(file, 'utf8').trimEnd()]));
/** A module as a function; `modules` has those before it. */
function asFunction(name) {
  const exported = [];
  const body = read(name)
    .replace(/^import (\{[^}]*\}) from '\.\/(.*)';$/gm, "const $1 = modules['$2'];")
    .replace(/^export ((?:async )?(?:const|function|class) (\w+))/gm, (_, declaration, each) => {
      exported.push(each);
      return declaration;
    });
  return `modules['${name}'] = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();`;
}
const script = [
  "'use strict';",
  'const modules = {};',
  `const MODULE = '${packed(readFileSync(module))}';`,
  `const SOURCES = '${packed(JSON.stringify(texts))}';`,
  ...scripts.map(asFunction),
].join('\n');
const page = read('index.html')
  .replace('/*STYLE*/', () => read('page.css'))
  .replace('/*SCRIPT*/', () => `(() => {\n${script.replaceAll('</script', '<\\/script')}\n})();`);
mkdirSync(path.dirname(out), { recursive: true });
writeFileSync(out, page);
