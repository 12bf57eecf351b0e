import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Counts POSTs to `/fast` and responds to them; never responds to `/hang`. A GET reports both counts. */
let fast = 0;
let hanging = 0;
const server = createServer((request, response) => {
  request.resume();
  if (request.method === 'GET') response.end(JSON.stringify({ fast, hanging }));
  else if (request.url === '/hang') hanging += 1;
  else {
    request.on('end', () => {
      fast += 1;
      response.end('received');
    });
  }
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
process.on('SIGTERM', () => process.exit(0));
