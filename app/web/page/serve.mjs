// Serves the page on loopback, on a port that is free: serve.mjs FILE
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const page = readFileSync(process.argv[2]);
const server = createServer((request, response) => {
  const isPage = request.url.split(/[?#]/)[0] === '/';
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(isPage ? page : '');
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ryg web: http://127.0.0.1:${server.address().port}/   (Ctrl-C ends it)`);
});
