import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  promptOf,
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
beforeEach(() => {
  model.always({ text: 'Sent.' });
  model.calls.length = 0;
  outside.hits.length = 0;
  outside.answer = (response) => void response.end('done');
});

async function killAndRestart(): Promise<void> {
  await server.end('SIGKILL');
  await installation.expireLeases();
  server = await installation.start();
}

const sendMail = (text: string) => ({ toolCalls: [{ name: 'send_mail', arguments: { text } }] });
const hold = (held: ServerResponse[]) => (response: ServerResponse) => {
  held.push(response);
};

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

test('an approval survives the kill, and its call is made once, with the approved arguments', async () => {
  model.reply(sendMail('exactly this'));
  const persona = await makePersona(server, {
    sopSteps: ['Send'],
    autonomyLevel: 'approve_high_risk',
    integrations: [sendTool(outside.url)],
  });
  const { id } = await startTask(server, persona.id);
  const before = await waitFor(server, id, 'awaiting_approval');
  await killAndRestart();
  const after = await getTask(server, id);
  expect(after.approvals).toEqual(before.approvals);
  expect(after.status).toBe('awaiting_approval');
  await decideApproval(server, id, after.approvals[0].id, { decision: 'approve' });
  await waitFor(server, id, 'completed');
  expect(outside.hits.map((hit) => JSON.parse(hit))).toEqual([{ text: 'exactly this' }]);
  expect(model.calls).toHaveLength(2);
});

test('an approved call that a kill interrupted is not repeated; the model learns that its outcome is unknown', async () => {
  const held: ServerResponse[] = [];
  outside.answer = hold(held);
  model.reply(sendMail('once'));
  const persona = await makePersona(server, {
    sopSteps: ['Send'],
    autonomyLevel: 'approve_high_risk',
    integrations: [sendTool(outside.url)],
  });
  const { id } = await startTask(server, persona.id);
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  await decideApproval(server, id, approvals[0].id, { decision: 'approve' });
  await expect.poll(() => held.length).toBe(1);
  await killAndRestart();
  await waitFor(server, id, 'completed');
  expect(outside.hits).toHaveLength(1);
  expect(promptOf(model, 1)).toContain('Whether it took effect is not known');
});

test('a call that needs no approval is repeated after a kill', async () => {
  const held: ServerResponse[] = [];
  outside.answer = hold(held);
  model.reply(sendMail('again'));
  const persona = await makePersona(server, { sopSteps: ['Send'], integrations: [sendTool(outside.url)] });
  const { id } = await startTask(server, persona.id);
  await expect.poll(() => held.length).toBe(1);
  outside.answer = (response) => {
    response.end('done');
  };
  await killAndRestart();
  await waitFor(server, id, 'completed');
  expect(outside.hits).toHaveLength(2);
  expect(model.calls).toHaveLength(2);
});
