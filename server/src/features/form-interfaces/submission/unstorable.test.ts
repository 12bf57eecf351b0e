import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { startModelServer, type ModelServer } from '../../../../test/model-server/start-model-server.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
  models.always({ text: ['a\0b', ' \ud83d', '\ude00', ' c\ud800'] });
  server = await startServer({ OPENAI_BASE_URL: models.url, DEFAULT_MODEL: 'test-model' });
});
afterAll(async () => {
  await server.close();
  await models.close();
});

const post = async (path: string, body: object, key?: null) =>
  (await call(server, 'POST', path, { body, ...(key === null ? { key } : {}) })).body.data;

async function submit(form: object): Promise<{ executionStatus: string; output: string | null }> {
  const { slug } = await post('/api/v1/form-interfaces', { title: 'Ask us', ...form });
  const base = `/api/public/form-interfaces/${slug}/submissions`;
  const { id } = await post(base, { message: 'Hi' }, null);
  return eventually(async () => {
    const { data } = (await call(server, 'GET', `${base}/${id}`, { key: null })).body;
    return ['completed', 'failed'].includes(data.executionStatus) ? data : undefined;
  });
}

async function submitToWorkflow(definition: object) {
  const { id } = await post('/api/v1/workflows', { name: 'Say', definition });
  return submit({ target_type: 'workflow', workflow_id: id });
}

test('the text of a model is made storable, and the form shows it', async () => {
  const definition = {
    nodes: [{ id: 'ask', type: 'llm', config: { prompt: 'Say it.' } }],
    outputs: { output: '{{ nodes.ask.outputs.text }}' },
  };
  expect(await submitToWorkflow(definition)).toMatchObject({
    executionStatus: 'completed',
    output: 'ab \ud83d\ude00 c\ufffd',
  });
  const { id } = await post('/api/v1/agents', { name: 'Guide' });
  expect(await submit({ target_type: 'agent', agent_id: id })).toMatchObject({
    executionStatus: 'completed',
    output: 'ab \ud83d\ude00 c\ufffd',
  });
});

test('so is the result of a workflow’s code', async () => {
  const definition = {
    nodes: [{ id: 'make', type: 'code', config: { source: 'export default () => "a\\u0000b\\ud800"' } }],
    outputs: { output: '{{ nodes.make.outputs.value }}' },
  };
  expect(await submitToWorkflow(definition)).toMatchObject({ executionStatus: 'completed', output: 'ab\ufffd' });
});
