import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeouts } from '../../../../../scripts/tests/timeouts.ts';
import { call, eventually } from '../../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let models: ModelServer;
let server: ServerUnderTest;
let base: string;
beforeAll(async () => {
  models = await startModelServer({ dimensions: 8 });
  // The model never replies to a question about herring: a document about it is processed until the server stops.
  models.always(async ({ body }) => (JSON.stringify(body).includes('herring') ? new Promise(() => undefined) : {}));
  const environment = { OPENAI_BASE_URL: models.url, EMBEDDING_MODEL: 'tiny', DEFAULT_MODEL: 'm' };
  server = await startServer(environment, { leases: { graceMs: 50 } });
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Fish', chunk_size: 2000 } });
  base = body.data.id;
});
afterAll(async () => {
  await server.close();
  await models.close();
});

async function upload(name: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  const response = await fetch(`${server.url}/api/v1/knowledge-bases/${base}/documents`, {
    method: 'POST',
    headers: { 'X-API-Key': server.apiKey },
    body: form,
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

async function statusOf(id: string): Promise<string> {
  return (await call(server, 'GET', `/api/v1/documents/${id}`)).body.data.status;
}

async function reach(id: string, wanted: string): Promise<void> {
  await eventually(async () => ((await statusOf(id)) === wanted ? true : undefined), timeouts.testTimeout);
}

test('small documents do not wait for the large ones of their workspace', async () => {
  const page = `${'The herring is a fish of the open sea. '.repeat(60)}\n\n`;
  const large: string[] = [];
  for (const name of ['a.txt', 'b.txt', 'c.txt']) large.push(await upload(name, name + page.repeat(460)));
  for (const id of large.slice(0, 2)) await reach(id, 'processing');
  const small = await upload('small.txt', 'The plaice lives on the ground.');
  await reach(small, 'ready');
  // Large ones never take the slot that is left.
  expect(await Promise.all(large.map(statusOf))).toEqual(['processing', 'processing', 'queued']);
});
