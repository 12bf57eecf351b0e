import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let builtin: ServerUnderTest;
let models: ModelServer;
let connected: ServerUnderTest;

beforeAll(async () => {
  models = await startModelServer({ models: ['gpt-5.4-mini', 'text-embedding-3-small', 'gpt-4o', 'llama3.1'] });
  [builtin, connected] = await Promise.all([
    startServer(),
    startServer({
      OPENAI_BASE_URL: models.url,
      OPENAI_API_KEY: 'test',
      DEFAULT_MODEL: 'gpt-4o',
      MODEL_PRICES: '{"gpt-4o":{"prompt":2.5,"completion":10}}',
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([builtin.close(), connected.close()]);
  await models.close();
});

it('lists the built-in model if there is no model server', async () => {
  const { status, body } = await call(builtin, 'GET', '/api/v1/models');
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      id: 'portico-extractive',
      label: expect.stringContaining('Built-in'),
      builtin: true,
      is_default: true,
      supports: { tools: true, reasoning: false, images: false },
      price: { prompt: 1, completion: 1 },
    },
  ]);
});

it('lists the server’s models for chat, the default first, each with its price', async () => {
  const { data } = (await call(connected, 'GET', '/api/v1/models')).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([
    'gpt-4o',
    'gpt-5.4-mini',
    'llama3.1',
    'portico-extractive',
  ]);
  expect(data[0]).toMatchObject({
    builtin: false,
    is_default: true,
    supports: { tools: true, reasoning: false, images: true },
    price: { prompt: 2.5, completion: 10 },
  });
  expect(data[1]).toMatchObject({ is_default: false, supports: { reasoning: true, images: true } });
  expect(data[2]).toMatchObject({ supports: { tools: true, reasoning: false, images: false } });
});

it('needs agents:read', async () => {
  const body = { name: 'Narrow', scopes: ['workflows:read'] };
  const { key } = (await call(builtin, 'POST', '/api/v1/api-keys', { body })).body.data;
  expect((await call(builtin, 'GET', '/api/v1/models', { key })).status).toBe(403);
});
