import { request } from 'undici';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

let server: ServerUnderTest;
let large: string;
let small: string;
const prompt = 'Answers questions about deliveries. '.repeat(600);
beforeAll(async () => {
  server = await startServer();
  const make = async (text: string): Promise<string> => {
    const body = { name: 'Support', description: 'x', system_prompt: text };
    return (await call(server, 'POST', '/api/v1/agents', { body })).body.data.id;
  };
  large = `/api/v1/agents/${await make(prompt)}`;
  small = `/api/v1/agents/${await make('Answer briefly.')}`;
});
afterAll(async () => server.close());

async function get(path: string, headers: Record<string, string>, method: 'GET' | 'HEAD' | 'PATCH' = 'GET') {
  const answer = await request(server.url + path, {
    method,
    headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json', ...headers },
    ...(method === 'PATCH' && { body: '{}' }),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

describe('a large response', () => {
  it('is compressed for a client that accepts gzip', async () => {
    const { headers, bytes } = await get(large, { 'accept-encoding': 'gzip, deflate, br' });
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(bytes.length),
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(bytes.length).toBeLessThan(2_000);
    expect(JSON.parse(gunzipSync(bytes).toString()).data.system_prompt).toBe(prompt);
    const list = await get('/v1/agents', { 'accept-encoding': 'gzip' });
    expect(JSON.parse(gunzipSync(list.bytes).toString()).pagination.total_count).toBe(2);
  });

  it.each([
    ['who names no encoding', {}],
    ['who refuses gzip', { 'accept-encoding': 'br, gzip;q=0' }],
    ['who accepts none', { 'accept-encoding': 'identity' }],
    ['whom another site has sent here', { 'accept-encoding': 'gzip', 'sec-fetch-site': 'cross-site' }],
  ])('is not for one %s', async (_who, headers) => {
    const answer = await get(large, headers);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers['vary']).toBe('Accept-Encoding');
    expect(JSON.parse(answer.bytes.toString()).data.system_prompt).toBe(prompt);
  });

  it('has the same headers without a body', async () => {
    const { status, headers, bytes } = await get(large, { 'accept-encoding': 'gzip' }, 'HEAD');
    expect([status, headers['content-encoding'], bytes.length]).toEqual([200, 'gzip', 0]);
  });

  it('is not compressed after a change, where it may contain a new secret, or if it is small', async () => {
    expect((await get(large, { 'accept-encoding': 'gzip' }, 'PATCH')).headers).not.toHaveProperty('content-encoding');
    expect((await get(small, { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty('content-encoding');
  });
});
