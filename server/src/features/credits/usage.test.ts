import { beforeEach, expect, test } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { openChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const usage = { prompt_tokens: 100, completion_tokens: 800, total_tokens: 900 };
const today = new Date().toISOString().slice(0, 10);

beforeEach(async () => {
  model.always({ text: 'An answer.', usage });
  const { sql } = server.platform.database;
  await sql`DELETE FROM usage_days`;
  await sql`UPDATE workspaces SET timezone = 'UTC'`;
});

const read = async (query: string, key?: string) =>
  (await call(server, 'GET', `/api/v1/usage?${query}`, key === undefined ? {} : { key })).body;

/** One reply of a new agent. */
async function replyOnce(name: string) {
  const { id } = (await call(server, 'POST', '/api/v1/agents', { body: { name } })).body.data;
  const thread = (await call(server, 'POST', `/api/v1/agents/${id}/threads`, { body: {} })).body.data;
  const sent = await call(server, 'POST', `/api/v1/threads/${thread.id}/messages`, { body: { content: 'Hi' } });
  return { id, reply: sent.body.data };
}

test('usage is summed by day, agent, interface and model, regardless of the caller', async () => {
  const tools = [{ type: 'builtin', name: 'current_time' }];
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', tools } })).body.data;
  const other = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Other', model: 'm-2' } })).body.data;
  const { say, ...chat } = await openChat(server, { agent_id: agent.id });
  // A reply of two calls, one of one call, one outside of the interface, and a workflow's call.
  model.reply({ toolCalls: [{ id: 'c1', name: 'current_time', arguments: {} }], usage });
  expect((await say('What time is it?')).status).toBe(200);
  expect((await say('Hello')).status).toBe(200);
  const thread = (await call(server, 'POST', `/api/v1/agents/${other.id}/threads`, { body: {} })).body.data;
  await call(server, 'POST', `/api/v1/threads/${thread.id}/messages`, { body: { content: 'Hi' } });
  const definition = { nodes: [{ id: 'one', type: 'llm', config: { prompt: 'Sum up' } }], edges: [], outputs: {} };
  const workflow = (await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Sum', definition } })).body.data;
  await call(server, 'POST', `/api/v1/workflows/${workflow.id}/execute`, { body: { inputs: {} } });

  const days = await eventually(async () => {
    const { data } = await read('');
    return data[0]?.requests === 5 ? data : undefined;
  });
  expect(days).toEqual([
    { key: today, credits: 4.5, prompt_tokens: 500, completion_tokens: 4_000, replies: 3, requests: 5 },
  ]);
  // Exactly: a sum of fractions isn't shown as 2.7000000000000002.
  expect((await read('group_by=agent')).data).toEqual([
    { key: agent.id, credits: 2.7, prompt_tokens: 300, completion_tokens: 2_400, replies: 2, requests: 3 },
    { key: other.id, credits: 0.9, prompt_tokens: 100, completion_tokens: 800, replies: 1, requests: 1 },
    { key: null, credits: 0.9, prompt_tokens: 100, completion_tokens: 800, replies: 0, requests: 1 },
  ]);
  expect((await read('group_by=interface')).data[0]).toMatchObject({ key: chat.id, replies: 2, requests: 3 });
  const models = (await read('group_by=model')).data;
  expect(models.map(({ key, requests }: { key: string; requests: number }) => [key, requests])).toEqual([
    ['test-model', 4],
    ['m-2', 1],
  ]);
  expect((await read(`to=${today}`)).data).toEqual([]);
  expect((await read(`from=${today}`)).data).toHaveLength(1);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await read(`from=${tomorrow}`)).data).toEqual([]);
});

test('days are those of UTC, or of the time zone of the workspace', async () => {
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  // It is another day in at least one of them.
  const timezone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((zone) => dayIn(zone) !== dayIn('UTC')) ?? '';
  await replyOnce('Near');
  await call(server, 'PATCH', '/api/v1/workspace', { body: { timezone } });
  const { id } = await replyOnce('Far');
  const days = await eventually(async () => {
    const { data } = await read('days=workspace');
    return data.some(({ key }: { key: string }) => key === dayIn(timezone)) ? data : undefined;
  });
  expect(days.find(({ key }: { key: string }) => key === dayIn(timezone))).toMatchObject({ requests: 1, replies: 1 });
  // What was counted before keeps its day.
  expect(days).toHaveLength(2);
  expect((await read('')).data).toMatchObject([{ key: today, requests: 2 }]);
  const agents = (await read(`days=workspace&group_by=agent&from=${new Date().toISOString()}`)).data;
  expect(agents.find(({ key }: { key: string }) => key === id)).toMatchObject({ requests: 1 });
  // In 24 hours it may still be the day in this zone that was today in UTC.
  const later = new Date(Date.now() + 2 * 86_400_000).toISOString();
  expect((await read(`days=workspace&from=${later}`)).data).toEqual([]);
  expect((await read('days=local')).error.code).toBe('validation_error');
  const whole = 'from=0001-01-01&to=9999-12-31T23:59:59Z';
  expect((await read(`days=workspace&${whole}`)).data).toEqual((await read('days=workspace')).data);
});

// The first is what browsers in India name, which not every Postgres knows; versions before have stored the second.
test.each(['Asia/Calcutta', 'Mars/Olympus'])('replies are counted in a workspace of the time zone %s', async (zone) => {
  await server.platform.database.sql`UPDATE workspaces SET timezone = ${zone}`;
  const { id, reply } = await replyOnce('Guide');
  expect(reply).toMatchObject({ status: 'complete', content: 'An answer.' });
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const counted = await read(`days=workspace&group_by=agent&from=${from}`);
  expect(counted.data).toContainEqual(expect.objectContaining({ key: id, replies: 1, requests: 1 }));
  expect((await call(server, 'GET', '/api/v1/insights/summary')).status).toBe(200);
});

test('needs insights:read, and shows a workspace only its own usage', async () => {
  const made = async (scopes: string[]) =>
    (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'K', scopes } })).body.data.key;
  await replyOnce('Guide');
  expect((await read('', await made(['threads:read']))).error.code).toBe('insufficient_scope');
  expect((await read('', await made(['insights:read']))).data).toHaveLength(1);
  expect((await read('group_by=week')).error.code).toBe('validation_error');
  const inverted = await read('from=2026-12-02&to=2026-12-01');
  expect(inverted.error.details.fields).toMatchObject([{ path: 'query.from', message: 'must be before `to`' }]);
});
