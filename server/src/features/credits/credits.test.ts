import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { startModelServer } from '../../../test/model-server/start-model-server.ts';
import { createChat, openChat, visitChat } from '../../../test/open-chat.ts';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';
import { reportUse } from './daily-limit.ts';

const model = await startModelServer();
const { server, receiver } = await startWithReceiver({ OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'test-model' });
beforeAll(async () => {
  const body = { url: `${receiver.url}/limits`, event_types: ['limit.warning', 'limit.reached'] };
  await call(server, 'POST', '/api/v1/webhooks', { body });
});
afterAll(async () => model.close());
// Each call costs 0.9 credits; 1,000 tokens are a credit.
const usage = { prompt_tokens: 100, completion_tokens: 800, total_tokens: 900 };
beforeEach(() => model.always({ text: 'An answer.', usage }));

async function createAgent(more: Record<string, unknown> = {}): Promise<string> {
  const body = { name: 'Guide', max_tokens: 1_000, ...more };
  return (await call(server, 'POST', '/api/v1/agents', { body })).body.data.id;
}

/** A chat with these limits, and a session in it. */
const openLimited = async (limits: object, begin: object = {}, agent: Record<string, unknown> = {}) =>
  openChat(server, { agent_id: await createAgent(agent), limits }, begin);

const useOf = async (id: string) => {
  const [row] = await server.platform.database.sql<{ spent: number; reserved: number }[]>`
    SELECT sum(spent) AS spent, sum(reserved) AS reserved FROM interface_credits WHERE interface_id = ${id}`;
  return { spent: row?.spent ?? 0, reserved: row?.reserved ?? 0 };
};
const noticesOf = (id: string) =>
  receiver.received.map(({ text }) => JSON.parse(text)).filter(({ data }) => data.interface.id === id);

describe('daily_credits of a chat', () => {
  test('are never exceeded by more than one call, even with thirty concurrent visitors', async () => {
    const limits = { daily_credits: 3, messages_per_minute: 100, sessions_per_minute: 100 };
    const chat = await createChat(server, { agent_id: await createAgent(), limits });
    const visits = await Promise.all(Array.from({ length: 30 }, async () => visitChat(server, chat)));
    const answers = await Promise.all(visits.map(async ({ say }) => say('Hello?')));
    const told = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(told.length).toBeGreaterThanOrEqual(26);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    const { spent, reserved } = await useOf(chat.id);
    expect(reserved).toBeCloseTo(0);
    expect(spent).toBeLessThanOrEqual(3 + 1.1);
    expect(spent).toBeCloseTo(0.9 * answers.filter(({ status }) => status === 200).length);
  });

  test('refuse messages until the end of the UTC day with a text for the visitor, and store nothing of them', async () => {
    const chat = await openLimited({ daily_credits: 0.5 }, { locale: 'de-AT' });
    expect((await chat.say('One')).status).toBe(200);
    const refused = await chat.say('Two');
    const left = 86_400 - ((Date.now() / 1000) % 86_400);
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({
      code: 'rate_limit_exceeded',
      message: 'Heute gibt es keine Antworten mehr. Bitte kommen Sie morgen wieder.',
      details: { window: 'day', limit: 0.5, reason: 'daily_limit' },
    });
    expect(Math.abs(Number(refused.headers.get('retry-after')) - left)).toBeLessThan(60);
    const { data } = (await chat.send('GET', '/messages')).body;
    expect(data.map(({ content }: { content: string }) => content)).toEqual(['One', 'An answer.']);

    const body = { limit_message: 'Our guide rests until tomorrow.' };
    await call(server, 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, { body });
    expect((await chat.say('Three')).body.error).toMatchObject({
      message: body.limit_message,
      details: { window: 'day', reason: 'owner_message' },
    });
    await call(server, 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, { body: { limit_message: '' } });
    expect((await chat.say('Four')).body.error).toMatchObject({
      message: 'Heute gibt es keine Antworten mehr. Bitte kommen Sie morgen wieder.',
      details: { window: 'day', reason: 'daily_limit' },
    });
  });

  test('are charged once for a message that is sent again under its clientMessageId', async () => {
    const chat = await openLimited({ daily_credits: 100 });
    const calls = model.calls.length;
    for (let i = 0; i < 4; i += 1) {
      expect((await chat.send('POST', '/messages', { content: 'Once', clientMessageId: 'c-1' })).status).toBe(200);
    }
    expect(model.calls.length - calls).toBe(1);
    expect((await useOf(chat.id)).spent).toBeCloseTo(0.9);
  });

  test('never refuse a message that is sent again under its clientMessageId, and neither do daily_messages', async () => {
    for (const limits of [{ daily_credits: 0.5 }, { daily_messages: 1 }]) {
      const chat = await openLimited(limits);
      const calls = model.calls.length;
      const again = async () => chat.send('POST', '/messages', { content: 'Once', clientMessageId: 'c-1' });
      const answers = [...(await Promise.all([again(), again(), again()])), await again()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
      expect(model.calls.length - calls).toBe(1);
      const refused = await chat.say('Another');
      expect([refused.status, refused.body.error.details.window]).toEqual([429, 'day']);
      const { data } = (await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}`)).body;
      const today = 'daily_messages' in limits ? 1 : null;
      expect([data.stats, data.messages_today]).toEqual([{ sessions: 1, messages: 1 }, today]);
    }
  });

  test('end a reply between two model calls, and its stream reports why', async () => {
    const tools = [{ type: 'builtin', name: 'current_time' }];
    const chat = await openLimited({ daily_credits: 0.5 }, {}, { tools });
    model.reply({ toolCalls: [{ id: 'c1', name: 'current_time', arguments: {} }], usage });
    const events = await readEvents(server, `${chat.path}/messages`, {
      method: 'POST',
      key: null,
      headers: chat.headers,
      body: { content: 'What time is it?' },
    });
    const last = events.at(-1);
    expect([last?.event, last?.data.error.code]).toEqual(['message:failed', 'rate_limit_exceeded']);
    expect((await useOf(chat.id)).spent).toBeCloseTo(0.9);
  });

  test('are charged for the text of a cancelled reply, and not more', async () => {
    const chat = await openLimited({ daily_credits: 50 });
    model.reply({ text: 'word '.repeat(400), tokenDelayMs: 20 });
    const streaming = readEvents(server, `${chat.path}/messages`, {
      method: 'POST',
      key: null,
      headers: chat.headers,
      body: { content: 'Tell me all' },
      until: ({ event }) => event === 'message:cancelled',
    });
    await eventually(async () => ((await useOf(chat.id)).reserved > 0 ? true : undefined));
    await eventually(async () => {
      const { body } = await chat.send('POST', '/cancel');
      return body.data.cancelled === true ? true : undefined;
    });
    await streaming;
    const { spent } = await eventually(async () => {
      const use = await useOf(chat.id);
      return use.reserved === 0 ? use : undefined;
    });
    expect(spent).toBeLessThan(0.9);
  });
});

describe('the owner', () => {
  test('is notified at 80 % and at 100 % of daily_credits, once each', async () => {
    const chat = await openLimited({ daily_credits: 2.5 });
    for (let i = 0; i < 5; i += 1) await chat.say(`${i}`);
    const notices = await eventually(async () => (noticesOf(chat.id).length >= 2 ? noticesOf(chat.id) : undefined));
    for (let i = 0; i < 3; i += 1) expect((await chat.say(`more ${i}`)).status).toBe(429);
    expect(new Set(notices.map(({ type }) => type))).toEqual(new Set(['limit.reached', 'limit.warning']));
    for (const { data } of notices) {
      expect(data).toMatchObject({ interface: { id: chat.id, slug: chat.slug }, limit: 'daily_credits', maximum: 2.5 });
      expect(data.percent).toBeCloseTo((data.used / 2.5) * 100, 1);
    }
    expect(noticesOf(chat.id)).toHaveLength(2);
  });

  test('reads sums of prices without the errors of floating-point numbers', async () => {
    const { id, slug } = await createChat(server, { limits: { daily_credits: 0.3 } });
    const workspaceId = (await call(server, 'GET', '/api/v1/workspace')).body.data.id;
    const limit = { limit: 'daily_credits', maximum: 0.3, limitMessage: null, locale: null } as const;
    await reportUse(server.platform, { ...limit, workspaceId, interfaceId: id, slug }, 0.1 + 0.2);
    const notices = await eventually(async () => (noticesOf(id).length >= 2 ? noticesOf(id) : undefined));
    expect(notices.map(({ data }) => data.used)).toEqual([0.3, 0.3]);
  });

  test('is notified for daily_messages too', async () => {
    const chat = await openLimited({ daily_messages: 5 }, { locale: 'fr' });
    const codes = [];
    for (let i = 0; i < 7; i += 1) codes.push(await chat.say(`${i}`));
    expect(codes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(codes.at(-1)?.body.error).toMatchObject({
      message: 'Plus de réponses aujourd’hui. Veuillez revenir demain.',
      details: { window: 'day', limit: 5, reason: 'daily_limit' },
    });
    const notices = await eventually(async () => (noticesOf(chat.id).length >= 2 ? noticesOf(chat.id) : undefined));
    expect(notices.map(({ type, data }) => [type, data.limit, data.used, data.percent])).toEqual(
      expect.arrayContaining([
        ['limit.warning', 'daily_messages', 4, 80],
        ['limit.reached', 'daily_messages', 5, 100],
      ]),
    );
    expect(notices).toHaveLength(2);
  });

  test('is notified for daily_submissions once they were submitted', async () => {
    const fields = [{ name: 'topic', label: 'Topic', required: true }];
    const target = { target_type: 'agent', agent_id: await createAgent() };
    const body = { title: 'Ask us', fields, limits: { daily_submissions: 2 }, ...target };
    const form = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body.data;
    const submit = async (inputs: object) => {
      const path = `/api/public/form-interfaces/${form.slug}/submissions`;
      return (await call(server, 'POST', path, { key: null, body: { message: 'Hi', inputs } })).status;
    };
    expect([await submit({}), await submit({}), await submit({ topic: 'owls' })]).toEqual([400, 400, 202]);
    expect([await submit({ topic: 'owls' }), await submit({ topic: 'owls' })]).toEqual([202, 429]);
    const notices = await eventually(async () => (noticesOf(form.id).length >= 2 ? noticesOf(form.id) : undefined));
    expect(notices.map(({ type, data }) => [type, data.limit, data.used])).toEqual(
      expect.arrayContaining([
        ['limit.warning', 'daily_submissions', 2],
        ['limit.reached', 'daily_submissions', 2],
      ]),
    );
  });
});

describe('daily_credits of a form', () => {
  const llm = (id: string) => ({
    id,
    type: 'llm',
    config: { prompt: 'Sum up {{ inputs.message }}', max_tokens: 1_000 },
  });
  const createForm = async (target: Record<string, unknown>, limits: Record<string, unknown>) => {
    const body = { title: 'Sum up', limits, ...target };
    const { data } = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body;
    return { id: data.id, base: `/api/public/form-interfaces/${data.slug}/submissions` };
  };
  const createWorkflow = async (nodes: unknown[]): Promise<string> => {
    const definition = { nodes, edges: [], outputs: { output: '{{ nodes.one.outputs.text }}' } };
    return (await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Sums', definition } })).body.data.id;
  };
  const submit = async (form: { base: string }, more: Record<string, string> = {}) =>
    call(server, 'POST', form.base, { key: null, body: { message: 'Hello' }, headers: more });
  const ended = async (form: { base: string }, id: string) =>
    eventually(async () => {
      const { data } = (await call(server, 'GET', `${form.base}/${id}`, { key: null })).body;
      return ['completed', 'failed'].includes(data.executionStatus) ? data : undefined;
    });

  test('pay for its workflow’s calls, and refuse submissions once they are used up', async () => {
    const workflow_id = await createWorkflow([llm('one')]);
    const form = await createForm({ target_type: 'workflow', workflow_id }, { daily_credits: 0.5 });
    const first = await submit(form);
    expect((await ended(form, first.body.data.id)).executionStatus).toBe('completed');
    expect((await useOf(form.id)).spent).toBeCloseTo(0.9);
    const refused = await submit(form, { 'Accept-Language': 'ja,en;q=0.8' });
    expect([refused.status, refused.body.error.message, refused.body.error.details]).toMatchObject([
      429,
      '本日の回答は終了しました。明日またお越しください。',
      { window: 'day', limit: 0.5, reason: 'daily_limit' },
    ]);
  });

  test('end a run between two model calls with the text for the visitor', async () => {
    const nodes = [llm('first'), { ...llm('one'), config: { prompt: '{{ nodes.first.outputs.text }}' } }];
    const definition = {
      nodes,
      edges: [{ from: 'first', to: 'one' }],
      outputs: { output: '{{ nodes.one.outputs.text }}' },
    };
    const made = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Two', definition } });
    const target = { target_type: 'workflow', workflow_id: made.body.data.id };
    const form = await createForm(target, { daily_credits: 0.5 });
    const { id } = (await submit(form)).body.data;
    const { executionStatus, executionId, error } = await ended(form, id);
    const message = 'No more answers today. Please come back tomorrow.';
    expect([executionStatus, error]).toEqual(['failed', { code: 'rate_limit_exceeded', message }]);
    const execution = (await call(server, 'GET', `/api/v1/executions/${executionId}`)).body.data;
    expect(execution.error).toEqual({ code: 'budget_exceeded', message, node_id: 'one' });
    const submissions = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`);
    expect(submissions.body.data[0].error).toEqual({ code: 'budget_exceeded', message });
    expect((await useOf(form.id)).spent).toBeCloseTo(0.9);
  });

  test('pay for an agent’s reply, for an agent node’s and for a workflow that the agent runs', async () => {
    const inner = await createWorkflow([{ id: 'one', type: 'llm', config: { prompt: 'Inner', max_tokens: 100 } }]);
    const tools = [{ type: 'workflow', name: 'inner', description: 'Runs it.', workflow_id: inner }];
    const agentId = await createAgent({ tools });
    const form = await createForm({ target_type: 'agent', agent_id: agentId }, { daily_credits: 100 });
    model.reply({ toolCalls: [{ id: 'c1', name: 'inner', arguments: {} }], usage });
    expect((await ended(form, (await submit(form)).body.data.id)).executionStatus).toBe('completed');
    expect((await useOf(form.id)).spent).toBeCloseTo(3 * 0.9);

    const node = { id: 'one', type: 'agent', config: { agent_id: await createAgent(), message: 'Hello' } };
    const byNode = await createForm(
      { target_type: 'workflow', workflow_id: await createWorkflow([node]) },
      { daily_credits: 100 },
    );
    expect((await ended(byNode, (await submit(byNode)).body.data.id)).executionStatus).toBe('completed');
    expect((await useOf(byNode.id)).spent).toBeCloseTo(0.9);
  });

  test('pay for a run that is repeated', async () => {
    const workflow_id = await createWorkflow([llm('one')]);
    const form = await createForm({ target_type: 'workflow', workflow_id }, { daily_credits: 0.5 });
    model.reply({ status: 400, error: { message: 'no' } });
    const failed = await ended(form, (await submit(form)).body.data.id);
    expect([failed.executionStatus, (await useOf(form.id)).spent]).toEqual(['failed', 0]);
    const retry = async (id: string) => {
      const { data } = (await call(server, 'POST', `/api/v1/executions/${id}/retry`)).body;
      return eventually(async () => {
        const { status, error } = (await call(server, 'GET', `/api/v1/executions/${data.execution_id}`)).body.data;
        return ['completed', 'failed'].includes(status) ? { status, error } : undefined;
      });
    };
    expect(await retry(failed.executionId)).toMatchObject({ status: 'completed' });
    expect((await useOf(form.id)).spent).toBeCloseTo(0.9);
    // The first one has used up what the form may spend today.
    expect(await retry(failed.executionId)).toMatchObject({ status: 'failed', error: { code: 'budget_exceeded' } });
    expect((await useOf(form.id)).spent).toBeCloseTo(0.9);
  });
});
