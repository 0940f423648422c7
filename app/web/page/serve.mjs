// Serves the files of the page on loopback, on a port that is free: serve.mjs FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const folder = process.argv[2];
const kinds = { html: 'text/html', js: 'text/javascript' };
const files = new Map(readdirSync(folder).filter((name) => path.extname(name).slice(1) in kinds)
  .map((name) => [`/${name}`, readFileSync(path.join(folder, name))]));
files.set('/', files.get('/index.html'));
const server = createServer(({ url }, response) => {
  const name = url.split(/[?#]/)[0], kind = kinds[path.extname(name).slice(1)] ?? kinds.html;
  response.writeHead(files.has(name) ? 200 : 404, { 'content-type': `${kind}; charset=utf-8` });
  response.end(files.get(name));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ryg web: http://127.0.0.1:${server.address().port}/   (Ctrl-C ends it)`);
});
