import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Event streams from memory: a POST of n sends n events, ten a second or one `every` ms, to all clients that follow
 * with GET.
 */
const listeners = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('retry: 2000\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
    return;
  }
  const asked = new URL(request.url ?? '/', 'http://localhost').searchParams;
  let left = Number(asked.get('events'));
  const timer = setInterval(
    () => {
      const text = `event: message:delta\ndata: {"content":"at:${Date.now()} "}\n\n`;
      for (const listener of listeners) listener.write(text);
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      response.end();
    },
    Number(asked.get('every') ?? 100),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
process.on('SIGTERM', () => process.exit(0));
