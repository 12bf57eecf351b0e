import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

/** Forwards requests to another server and streams the responses back: `bare-proxy <origin>`. */
const pool = new Pool(process.argv[2] ?? '', { connections: 1000 });
const server = createServer((request, response) => {
  const { method = 'GET', url = '/' } = request;
  const headers = { 'content-type': 'application/json' };
  pool
    .stream({ path: url, method, headers, body: request, opaque: response }, ({ statusCode, headers: answered }) =>
      response.writeHead(statusCode, { 'content-type': String(answered['content-type']) }),
    )
    .catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
process.on('SIGTERM', () => process.exit(0));
