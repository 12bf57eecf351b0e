import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import {
  type ModelServer,
  type RecordedCall,
  startModelServer,
} from '../../../../test/model-server/start-model-server.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { create, openTwoWorkspaces, type Send } from '../../../../test/two-workspaces.ts';

let model: ModelServer;
let server: ServerUnderTest;
beforeAll(async () => {
  model = await startModelServer();
  const models = { OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'test-model', EMBEDDING_MODEL: 'test-embedding' };
  server = await startServer(models, { leases: { graceMs: 50 } });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

/** Creates a form; returns the path of its submissions. */
async function createForm(send: Send): Promise<string> {
  const definition = { nodes: [], outputs: { output: '{{ inputs.content }}' } };
  const { id } = await create(send, '/workflows', { name: 'Echo', definition });
  const { slug } = await create(send, '/form-interfaces', { title: 'Ask', target_type: 'workflow', workflow_id: id });
  return `/api/public/form-interfaces/${slug}/submissions`;
}

async function submit(path: string, message: string): Promise<string> {
  const { body } = await call(server, 'POST', path, { key: null, body: { message } });
  expect(body.error).toBeUndefined();
  return body.data.id;
}

/** Asks about a submission until the answer is from the whole of it. */
async function ask(path: string, id: string) {
  const query = 'Where do herons nest?';
  return eventually(async () => {
    const { body } = await call(server, 'POST', `${path}/${id}/query`, { key: null, body: { query } });
    return body.data.partial === undefined ? body.data : undefined;
  });
}

test('a form with many large submissions leaves indexing to the forms of other workspaces', async () => {
  const { here, elsewhere } = await openTwoWorkspaces(server);
  const [busy, quiet] = [await createForm(here), await createForm(elsewhere)];
  const flood = 'Counted over and over.';
  const isFlood = ({ body }: RecordedCall): boolean => String(body['input']).includes(flood);
  // Longer than a question is repeated.
  model.always((received) => (isFlood(received) ? { delayMs: 60_000 } : {}));
  await Promise.all(Array.from({ length: 8 }, async () => submit(busy, flood)));
  await eventually(async () => Promise.resolve(model.calls.filter(isFlood).length > 1 ? true : undefined));
  const answer = await ask(quiet, await submit(quiet, 'Grey herons nest in tall trees.'));
  expect(answer.results).toHaveLength(1);
});
