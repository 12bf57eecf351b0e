import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

const mask = '••••••••';
let server: ServerUnderTest;
let key: string;
beforeAll(async () => {
  server = await startServer();
  const body = { name: 'R', scopes: ['agents:read'] };
  ({ key } = (await call(server, 'POST', '/api/v1/api-keys', { body })).body.data);
});
afterAll(async () => server.close());

async function openAgent(request: object) {
  const parameters = { type: 'object', properties: { text: { type: 'string' } } };
  const tools = [{ type: 'http', name: 'a', parameters, request: { method: 'POST', ...request } }];
  const { body } = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Tools', tools } });
  const path = `/api/v1/agents/${body.data.id}`;
  return {
    read: async () => (await call(server, 'GET', path, { key })).body.data.tools,
    patch: async (given: object[]) => call(server, 'PATCH', path, { body: { tools: given } }),
    stored: async () => (await call(server, 'GET', path)).body.data.tools[0].request,
  };
}

it.each([
  ['a form with placeholders', 'a={{ text }}&client_secret=top-secret', `a={{ text }}&client_secret=${mask}`],
  [
    'JSON as a text',
    '{"a": {{ text }}, "client_secret": "top-\\"secret", "b": {"password":"top-secret"}, "author": "x"}',
    `{"a": {{ text }}, "client_secret": "${mask}", "b": {"password":"${mask}"}, "author": "x"}`,
  ],
])('secrets of a body that is %s are masked, and kept when they are sent back', async (_, body, shown) => {
  const request = { url: 'https://api.example.com/', body };
  const { read, patch, stored } = await openAgent(request);
  const tools = await read();
  expect(tools[0].request.body).toBe(shown);
  expect((await patch(tools)).status).toBe(200);
  expect(await stored()).toMatchObject(request);
});

it('the whole of a placeholder is masked, and a mask that the client has encoded is one', async () => {
  const url = 'https://api.example.com/?token={{ text }}&api_key=top-secret&page=1';
  const { read, patch, stored } = await openAgent({ url });
  const tools = await read();
  expect(tools[0].request.url).toBe(`https://api.example.com/?token=${mask}&api_key=${mask}&page=1`);
  tools[0].request.url = tools[0].request.url.replaceAll(mask, encodeURIComponent(mask)).replace('page=1', 'page=2');
  expect((await patch(tools)).status).toBe(200);
  expect((await stored()).url).toBe(url.replace('page=1', 'page=2'));
});

it('a mask under a name that has no stored value does not get the value of another one', async () => {
  const { read, patch, stored } = await openAgent({ url: 'https://api.example.com/?api_key=top-secret' });
  const tools = await read();
  tools[0].request.url = `https://api.example.com/?token=${mask}`;
  expect((await patch(tools)).body.error.details.fields[0].path).toBe('body.tools[0].request.url');
  expect((await stored()).url).toBe('https://api.example.com/?api_key=top-secret');
});
