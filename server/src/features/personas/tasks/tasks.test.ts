import { beforeEach, expect, test } from 'vitest';
import { call, readEvents } from '../../../../test/client.ts';
import {
  decideApproval,
  eventsOf,
  getTask,
  makePersona,
  promptOf,
  startTask,
  waitFor,
} from '../../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { server, model } = await startWithDoubles();
beforeEach(() => {
  model.always({ text: 'Nothing to say.' });
});

test('the steps run one after another, each with the inputs and the earlier results', async () => {
  const persona = await makePersona(server, {
    systemPrompt: 'You are thorough.',
    inputFields: [
      { name: 'market', label: 'Market', type: 'text', required: true },
      { name: 'constructor', label: 'Builder', type: 'text' },
    ],
  });
  model.reply({ text: 'Fact: the sea is salty.' }, { text: 'In short: salty.' });
  const started = await startTask(server, persona.id, { structuredInputs: { market: 'Norway' } });
  expect(started).toMatchObject({ status: 'pending', progress: { percent: 0, currentStep: 0 }, costCredits: 0 });
  const task = await waitFor(server, started.id, 'completed');
  expect(task.progress).toMatchObject({ percent: 100, currentStep: null });
  expect(task.progress.steps).toMatchObject([
    { index: 0, title: 'Collect the facts', status: 'completed', output: 'Fact: the sea is salty.' },
    { index: 1, title: 'Write them up', status: 'completed', output: 'In short: salty.' },
  ]);
  expect(model.calls).toHaveLength(2);
  expect(promptOf(model, 0)).toContain('You are thorough.');
  expect(promptOf(model, 0)).toContain('Market: Norway');
  expect(promptOf(model, 0)).not.toContain('salty');
  expect(promptOf(model, 1)).toContain('Fact: the sea is salty.');
  expect(promptOf(model, 1)).toContain('step 2 of 2');
});

test('the cost is one credit per thousand tokens of all calls', async () => {
  const persona = await makePersona(server);
  const usage = { prompt_tokens: 700, completion_tokens: 300 };
  model.reply({ text: 'a', usage }, { text: 'b', usage });
  const { id } = await startTask(server, persona.id);
  const task = await waitFor(server, id, 'completed');
  expect(task.costCredits).toBe(2);
  expect(task.usage).toEqual({ promptTokens: 1400, completionTokens: 600, totalTokens: 2000 });
  expect(task.progress.steps.map((step: { costCredits: number }) => step.costCredits)).toEqual([1, 1]);
});

test('the stream contains everything in numbered events, ends with the task, and resumes after any event', async () => {
  const persona = await makePersona(server);
  const { id } = await startTask(server, persona.id);
  await waitFor(server, id, 'completed');
  const events = await eventsOf(server, id);
  expect(events.map(({ event }) => event)).toEqual([
    'persona:started',
    'persona:step-started',
    'persona:step-completed',
    'persona:step-started',
    'persona:step-completed',
    'persona:completed',
  ]);
  expect(events.map((event) => event.id)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(events[2]?.data).toMatchObject({ instance_id: id, index: 0, status: 'completed', percent: 50 });
  const rest = await readEvents(server, `/api/personas/instances/${id}/events`, { headers: { 'Last-Event-ID': '4' } });
  expect(rest.map((event) => [event.id, event.event])).toEqual([
    [undefined, 'connected'],
    [5, 'persona:step-completed'],
    [6, 'persona:completed'],
  ]);
  const none = await readEvents(server, `/api/personas/instances/${id}/events`, { headers: { 'Last-Event-ID': '6' } });
  expect(none.map(({ event }) => event)).toEqual(['connected']);
});

test('the tasks of all personas are listed, newest first, by status and by persona, in pages', async () => {
  const persona = await makePersona(server);
  const asking = await makePersona(server, { autonomyLevel: 'approve_all' });
  const { id: done } = await startTask(server, persona.id);
  await waitFor(server, done, 'completed');
  const { id: older } = await startTask(server, asking.id);
  const { id: newer } = await startTask(server, asking.id);
  for (const id of [older, newer]) await waitFor(server, id, 'awaiting_approval');
  const list = async (query: string) => (await call(server, 'GET', `/api/personas/instances?${query}`)).body;
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id);

  expect((await idsOf('')).slice(0, 3)).toEqual([newer, older, done]);
  expect(await idsOf('status=awaiting_approval')).toEqual([newer, older]);
  expect(await idsOf(`personaId=${persona.id}`)).toEqual([done]);
  expect(await idsOf(`personaId=${persona.id}&status=failed`)).toEqual([]);
  const second = await list('status=awaiting_approval&per_page=1&page=2');
  expect(second).toMatchObject({
    data: [{ id: older, personaName: 'Researcher', approvals: [{ status: 'pending' }], link: expect.any(String) }],
    pagination: { page: 2, per_page: 1, total_count: 2, total_pages: 2, has_next: false, has_prev: true },
  });
  expect((await list('status=odd')).error.code).toBe('validation_error');

  const { sql } = server.platform.database;
  await sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
  await sql`UPDATE persona_instances SET workspace_id = 'ws_other' WHERE id = ${older}`;
  expect(await idsOf('status=awaiting_approval')).toEqual([newer]);
});

test('cancel ends a task and stops the model', async () => {
  const persona = await makePersona(server);
  model.reply({ text: 'one two three', hangAfter: 2 });
  const { id } = await startTask(server, persona.id);
  await expect.poll(() => model.calls.length).toBe(1);
  const { status, body } = await call(server, 'POST', `/api/personas/instances/${id}/cancel`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ status: 'cancelled', progress: { steps: [{ status: 'cancelled' }, {}] } });
  await expect.poll(() => model.calls[0]?.aborted).toBe(true);
  const again = await call(server, 'POST', `/api/personas/instances/${id}/cancel`);
  expect(again.status).toBe(400);
  const events = await eventsOf(server, id);
  expect(events.at(-1)?.event).toBe('persona:cancelled');
  expect(await getTask(server, id)).toMatchObject({ status: 'cancelled' });
});

test('a refusal by the model fails the task with a reason; a short outage does not', async () => {
  const persona = await makePersona(server);
  model.reply({ status: 400, error: { message: 'secret detail' } });
  const failed = await startTask(server, persona.id);
  const task = await waitFor(server, failed.id, 'failed');
  expect(task.error.code).toBe('execution_failed');
  expect(JSON.stringify(task)).not.toContain('secret detail');
  expect(task.progress.steps[0].status).toBe('failed');

  model.reply(...Array.from({ length: 4 }, () => ({ status: 503, headers: { 'retry-after': '0' } })));
  const { id } = await startTask(server, persona.id);
  await waitFor(server, id, 'completed');
});

test('the link gives anyone who has it access to the task, and to nothing else', async () => {
  const persona = await makePersona(server, { autonomyLevel: 'approve_all', sopSteps: ['Only'] });
  const { id, link } = await startTask(server, persona.id);
  const { task, token } = await openLink(link);
  expect(task).toMatchObject({ status: 200, body: { data: { id, canDecide: true } } });
  const wrong = await call(server, 'GET', `/api/public/persona-instances/${id}`, {
    key: null,
    headers: { Authorization: 'Bearer nonsense' },
  });
  const unknown = await call(server, 'GET', '/api/public/persona-instances/ins_none', {
    key: null,
    headers: { Authorization: `Bearer ${token}` },
  });
  expect([wrong.status, unknown.status]).toEqual([404, 404]);

  const waiting = await waitFor(server, id, 'awaiting_approval');
  const path = `/api/public/persona-instances/${id}/approvals/${waiting.approvals[0].id}`;
  const reader = await readerOf(id);
  const refused = await call(server, 'POST', path, {
    key: null,
    headers: { Authorization: `Bearer ${tokenOf(reader.link)}` },
    body: { decision: 'approve' },
  });
  expect(refused.status).toBe(403);
  const decided = await call(server, 'POST', path, {
    key: null,
    headers: { Authorization: `Bearer ${token}` },
    body: { decision: 'approve' },
  });
  expect(decided.body.data).toMatchObject({ status: 'approved', decidedBy: 'link' });
  await waitFor(server, id, 'completed');
  const events = await readEvents(server, `/api/public/persona-instances/${id}/events`, {
    key: null,
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(events.at(-1)?.event).toBe('persona:completed');
  expect((await decideApproval(server, id, waiting.approvals[0].id, { decision: 'reject' })).status).toBe(400);
});

function tokenOf(link: string): string {
  return new URL(link).hash.replace('#token=', '');
}

async function openLink(link: string) {
  const token = tokenOf(link);
  const id = new URL(link).pathname.split('/').at(-1);
  const headers = { Authorization: `Bearer ${token}` };
  return { token, task: await call(server, 'GET', `/api/public/persona-instances/${id}`, { key: null, headers }) };
}

/** The task as a read-only key sees it. */
async function readerOf(id: string) {
  const { body } = await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'r', scopes: ['personas:read'] } });
  const read = await call(server, 'GET', `/api/personas/instances/${id}`, { key: body.data.key });
  return read.body.data;
}
