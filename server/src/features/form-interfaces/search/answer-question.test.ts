import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';

let model: ModelServer;
let server: ServerUnderTest;
let builtin: ServerUnderTest;
beforeAll(async () => {
  model = await startModelServer();
  server = await startServer({ OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'test-model' });
  builtin = await startServer();
});
afterAll(async () => {
  await server.close();
  await builtin.close();
  await model.close();
});

/** Runs a form whose result is a fixed sentence; returns a function to ask about it. */
async function finishRun(on: ServerUnderTest) {
  const nodes = [text('say', 'The contract ends in June.')];
  const workflowId = await workflowRuns(() => on).save({ nodes, outputs: { output: '{{ nodes.say.outputs.text }}' } });
  const form = { title: 'Ask us', target_type: 'workflow', workflow_id: workflowId };
  const { slug } = (await call(on, 'POST', '/api/v1/form-interfaces', { body: form })).body.data;
  const base = `/api/public/form-interfaces/${slug}/submissions`;
  const body = { message: 'Notice must be given ninety days before.' };
  const { id } = (await call(on, 'POST', base, { key: null, body })).body.data;
  await eventually(async () => {
    const { executionStatus } = (await call(on, 'GET', `${base}/${id}`, { key: null })).body.data;
    return executionStatus === 'completed' ? true : undefined;
  });
  return async (question: object) =>
    (await call(on, 'POST', `${base}/${id}/query`, { key: null, body: question })).body;
}

test('a question is answered from the result and the submitted contents, with citations', async () => {
  const ask = await finishRun(server);
  model.reply({ text: 'It ends in June [1], with ninety days’ notice [2].' });
  const { data } = await ask({ query: 'When must notice be given?', answer: true });
  expect(data.results).toHaveLength(1);
  expect(data.answer.content).toBe('It ends in June [1], with ninety days’ notice [2].');
  expect(data.answer.citations).toMatchObject([
    { mark: 1, passageId: null },
    { mark: 2, passageId: data.results[0].id },
  ]);
  const sent = JSON.stringify(model.calls.at(-1)?.body);
  expect(sent).toContain('The contract ends in June.');
  expect(sent).toContain('Notice must be given ninety days before.');
  const { sql } = server.platform.database;
  const [{ spent } = { spent: 0 }] = await sql<{ spent: number }[]>`SELECT sum(spent) AS spent FROM interface_credits`;
  expect(spent).toBeGreaterThan(0);
});

test('no model is called if no answer is requested', async () => {
  const ask = await finishRun(server);
  const before = model.calls.length;
  const { data } = await ask({ query: 'When must notice be given?' });
  expect(Object.keys(data).toSorted()).toEqual(['query', 'results', 'topK']);
  expect(model.calls).toHaveLength(before);
});

test('if the model fails, there is no answer, but there are passages', async () => {
  const ask = await finishRun(server);
  model.reply({ status: 400, error: { message: 'inside', code: 'x' } });
  const { data } = await ask({ query: 'When must notice be given?', answer: true });
  expect(data.results).toHaveLength(1);
  expect(data.answer).toBeUndefined();
});

test('without a language model, there are only passages', async () => {
  const ask = await finishRun(builtin);
  const { data } = await ask({ query: 'When must notice be given?', answer: true });
  expect(data.results).toHaveLength(1);
  expect(data.answer).toBeUndefined();
});
