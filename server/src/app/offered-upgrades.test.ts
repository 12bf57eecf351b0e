import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type ServerUnderTest } from '../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

/** Java's client and curl --http2 offer the next version of HTTP with a first request like this one. */
const offered = {
  h2c: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA' },
  websocket: { connection: 'Upgrade', upgrade: 'websocket' },
};

it.each(Object.entries(offered))('a request that offers %s is answered in HTTP/1.1', async (_name, headers) => {
  const post = request(`${server.url}/api/v1/agents`, {
    method: 'POST',
    headers: { ...headers, 'x-api-key': server.apiKey, 'content-type': 'application/json' },
  });
  post.end('{"name":"Offered"}');
  const [response] = await once(post, 'response');
  expect(response.statusCode).toBe(201);
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  expect(JSON.parse(Buffer.concat(pieces).toString()).data.name).toBe('Offered');
});
