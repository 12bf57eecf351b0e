import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import {
  decideApproval,
  eventsOf,
  getTask,
  makePersona,
  sendTool,
  startTask,
  waitFor,
} from '../../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { server, model, outside } = await startWithDoubles();
beforeEach(() => {
  model.always({ text: 'Done.', usage: { prompt_tokens: 600, completion_tokens: 400 } });
});

const resume = async (id: string, body: object) =>
  call(server, 'POST', `/api/personas/instances/${id}/resume`, { body });

test('a task pauses at its cap with its results so far, and a resume continues from there', async () => {
  const persona = await makePersona(server, { sopSteps: ['a', 'b', 'c', 'd', 'e'] });
  const { id } = await startTask(server, persona.id, { maxCostCredits: 3 });
  const paused = await waitFor(server, id, 'paused_budget');
  expect(paused).toMatchObject({ costCredits: 3, pauseReason: 'cost', maxCostCredits: 3 });
  expect(paused.progress.steps.map(({ status }: { status: string }) => status)).toEqual([
    'completed',
    'completed',
    'completed',
    'running',
    'pending',
  ]);
  expect(model.calls).toHaveLength(3);
  const refused = await resume(id, {});
  expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, 'body.maxCostCredits']);
  expect((await resume(id, { maxCostCredits: 3 })).status).toBe(400);
  expect((await resume(id, { maxCostCredits: 10 })).status).toBe(200);
  const done = await waitFor(server, id, 'completed');
  expect(done.costCredits).toBe(5);
  expect(model.calls).toHaveLength(5);
  expect((await resume(id, { maxCostCredits: 20 })).status).toBe(400);
  expect((await eventsOf(server, id)).map(({ event }) => event).filter((name) => /paused|resumed/.test(name))).toEqual([
    'persona:paused',
    'persona:resumed',
  ]);
});

test('concurrent calls never exceed the cap by more than one reservation', async () => {
  const persona = await makePersona(server, {
    sopSteps: ['Send a lot'],
    integrations: [sendTool(outside.url, { costCredits: 2 })],
  });
  // Slow responses, so that all of them would be in flight at the same time if they could.
  outside.answer = (response) => {
    setTimeout(() => response.end('done'), 100);
  };
  model.reply({
    toolCalls: Array.from({ length: 12 }, (_, index) => ({ name: 'send_mail', arguments: { text: String(index) } })),
    usage: { prompt_tokens: 500, completion_tokens: 500 },
  });
  const { id } = await startTask(server, persona.id, { maxCostCredits: 8 });
  const paused = await waitFor(server, id, 'paused_budget');
  // 1 for the model and 2 a call: the fourth call begins at 7, the fifth would at 9.
  expect(outside.hits).toHaveLength(4);
  expect(paused.costCredits).toBe(9);
  expect(paused.costCredits).toBeLessThanOrEqual(8 + 2);
  await resume(id, { maxCostCredits: 100 });
  const done = await waitFor(server, id, 'completed');
  expect(outside.hits).toHaveLength(12);
  expect(new Set(outside.hits).size).toBe(12);
  expect(done.costCredits).toBe(1 + 12 * 2 + 1);
});

test('an expensive call in flight delays others only until it turns out cheaper', async () => {
  const persona = await makePersona(server, { sopSteps: ['a', 'b', 'c'], maxTokens: 100_000 });
  const { id } = await startTask(server, persona.id, { maxCostCredits: 10 });
  const done = await waitFor(server, id, 'completed');
  expect(done.costCredits).toBe(3);
});

test('working time is capped, and waiting for a person does not count', async () => {
  const seconds = (count: number): number => count / 3600;
  const persona = await makePersona(server, { autonomyLevel: 'approve_all', sopSteps: ['a'] });
  const { id } = await startTask(server, persona.id, { maxDurationHours: seconds(6) });
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  // As if it had worked until 3 s before its cap. It then waits for longer than that.
  await server.platform.database.sql`UPDATE persona_instances SET active_ms = active_ms + 3000 WHERE id = ${id}`;
  await sleep(3500);
  model.reply({ text: 'slow', delayMs: 20_000 });
  await decideApproval(server, id, approvals[0].id, { decision: 'approve' });
  const paused = await waitFor(server, id, 'paused_budget');
  expect(paused).toMatchObject({ pauseReason: 'duration', costCredits: 0 });
  expect(model.calls).toHaveLength(1);
  const refused = await resume(id, {});
  expect(refused.body.error.details.fields[0].path).toBe('body.maxDurationHours');
  await sleep(1000);
  await resume(id, { maxDurationHours: seconds(30) });
  const done = await waitFor(server, id, 'completed');
  expect(done.progress.steps[0].output).toBe('Done.');
});

test('a paused task can be cancelled', async () => {
  const persona = await makePersona(server);
  const { id } = await startTask(server, persona.id, { maxCostCredits: 1 });
  await waitFor(server, id, 'paused_budget');
  await call(server, 'POST', `/api/personas/instances/${id}/cancel`);
  expect(await getTask(server, id)).toMatchObject({ status: 'cancelled', pauseReason: null });
});
