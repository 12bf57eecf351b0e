import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelServer } from '../../../../test/model-server/start-model-server.ts';
import { eventually } from '../../../../test/client.ts';
import type { HitServer } from '../../../../test/hit-server.ts';
import { type Installation, openInstallation } from '../../../../test/installation.ts';
import type { SpawnedServer } from '../../../../test/spawn-server.ts';
import {
  decideApproval,
  eventsOf,
  getTask,
  makePersona,
  sendTool,
  startTask,
  waitFor,
} from '../../../../test/persona-tasks.ts';

let installation: Installation;
let model: ModelServer;
let outside: HitServer;
let server: SpawnedServer;

beforeAll(async () => {
  installation = await openInstallation();
  ({ model, outside } = installation);
  server = await installation.start();
}, 180_000);
afterAll(async () => installation.close());

async function killAndRestart(): Promise<void> {
  await server.end('SIGKILL');
  await installation.expireLeases();
  server = await installation.start();
}

test('a task that is killed repeatedly does every step once, and its events remain complete', async () => {
  const steps = ['one', 'two', 'three', 'four', 'five', 'six'];
  model.always(({ body }) => {
    const text = JSON.stringify(body['messages']);
    const step = /## Now: step (\d)/.exec(text)?.[1] ?? '';
    return { text: `Result of step ${step}.`, delayMs: 250, usage: { prompt_tokens: 500, completion_tokens: 500 } };
  });
  const persona = await makePersona(server, { sopSteps: steps, maxTokens: 500 });
  const { id } = await startTask(server, persona.id);
  // Killed during a model call each time; without the steps in between, the task would count as interrupted too often.
  for (const calls of [2, 1, 2]) {
    const end = model.calls.length + calls;
    await eventually(async () => (model.calls.length >= end ? true : undefined));
    await killAndRestart();
  }
  const task = await waitFor(server, id, 'completed', 60_000);
  const seen = await eventsOf(server, id);
  expect(task.progress.steps.map(({ output }: { output: string }) => output)).toEqual(
    steps.map((_, index) => `Result of step ${index + 1}.`),
  );
  expect(seen.map((event) => event.id)).toEqual(seen.map((_, index) => index + 1));
  for (const name of ['persona:step-started', 'persona:step-completed']) {
    const told = seen.filter(({ event }) => event === name).map(({ data }) => data.index);
    expect(told).toEqual([0, 1, 2, 3, 4, 5]);
  }
  // Interrupted model calls are repeated, stored ones never: six results and at most one lost call per kill.
  expect(model.calls.length).toBeLessThanOrEqual(6 + 3);
  // The reservations of a dead process are paid, so the figure can only be too high.
  expect(task.costCredits).toBeGreaterThanOrEqual(6);
  expect(task.costCredits).toBeLessThanOrEqual(6 + 3 * 1.5);
}, 300_000);

describe('a kill while one task waits for an approval and two call a tool', () => {
  const texts = ['exactly this', 'once', 'again'] as const;
  type Text = (typeof texts)[number];

  let ids: Record<Text, string>;
  let before: Awaited<ReturnType<typeof getTask>>;
  beforeAll(async () => {
    const held: ServerResponse[] = [];
    outside.answer = (response) => {
      held.push(response);
    };
    model.calls.length = 0;
    model.always(({ body }) => {
      const messages = JSON.stringify(body['messages']);
      const text = texts.find((step) => messages.includes(`Send ${step}`));
      if (messages.includes('"role":"tool"')) return { text: 'Sent.' };
      return { toolCalls: [{ name: 'send_mail', arguments: { text } }] };
    });
    const start = async (text: Text, fields: object): Promise<string> => {
      const integrations = [sendTool(outside.url)];
      const persona = await makePersona(server, { sopSteps: [`Send ${text}`], integrations, ...fields });
      return (await startTask(server, persona.id)).id;
    };
    const asks = { autonomyLevel: 'approve_high_risk' };
    ids = {
      'exactly this': await start('exactly this', asks),
      once: await start('once', asks),
      again: await start('again', {}),
    };
    before = await waitFor(server, ids['exactly this'], 'awaiting_approval');
    const { approvals } = await waitFor(server, ids.once, 'awaiting_approval');
    await decideApproval(server, ids.once, approvals[0].id, { decision: 'approve' });
    await eventually(async () => (held.length === 2 ? true : undefined));
    outside.answer = (response) => {
      response.end('done');
    };
    await killAndRestart();
  });

  const callsOf = (text: Text) =>
    model.calls.filter(({ body }) => JSON.stringify(body['messages']).includes(`Send ${text}`));
  const countHits = (text: Text) => outside.hits.filter((hit) => hit === JSON.stringify({ text })).length;

  test('an approval survives the kill, and its call is made once, with the approved arguments', async () => {
    const id = ids['exactly this'];
    const after = await getTask(server, id);
    expect(after.approvals).toEqual(before.approvals);
    expect(after.status).toBe('awaiting_approval');
    await decideApproval(server, id, after.approvals[0].id, { decision: 'approve' });
    await waitFor(server, id, 'completed');
    const others = new Set([JSON.stringify({ text: 'once' }), JSON.stringify({ text: 'again' })]);
    const hits = outside.hits.filter((hit) => !others.has(hit));
    expect(hits.map((hit) => JSON.parse(hit))).toEqual([{ text: 'exactly this' }]);
    expect(callsOf('exactly this')).toHaveLength(2);
  });

  test('an approved call that a kill interrupted is not repeated; the model learns that its outcome is unknown', async () => {
    await waitFor(server, ids.once, 'completed');
    expect(countHits('once')).toBe(1);
    expect(JSON.stringify(callsOf('once')[1]?.body['messages'])).toContain('Whether it took effect is not known');
  });

  test('a call that needs no approval is repeated after a kill', async () => {
    await waitFor(server, ids.again, 'completed');
    expect(countHits('again')).toBe(2);
    expect(callsOf('again')).toHaveLength(2);
  });
});
