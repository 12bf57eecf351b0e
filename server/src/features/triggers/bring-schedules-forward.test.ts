import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { type MovableClock, startMovableClock } from '../../../test/movable-clock.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { bringSchedulesForward } from './bring-schedules-forward.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
let clock: MovableClock;
beforeAll(async () => {
  clock = startMovableClock();
  server = await startServer();
});
afterAll(async () => {
  await server.close();
  clock.restore();
});

const { save } = workflowRuns(() => server);
const hoursMs = 5 * 3_600_000;

async function countExecutions(trigger: string): Promise<number> {
  const { body } = await call(server, 'GET', `/api/v1/executions?trigger_id=${trigger}`);
  return body.pagination.total_count;
}

it('a schedule continues after the clock was wrong and is set back', async () => {
  const workflow = await save({ nodes: [text('a', 'x')] });
  const body = { name: 'Often', workflow_id: workflow, type: 'schedule', schedule: { cron: '* * * * * *' } };
  const { id } = (await call(server, 'POST', '/api/v1/triggers', { body })).body.data;
  await expect.poll(async () => countExecutions(id)).toBeGreaterThan(0);
  clock.forward(hoursMs);
  const early = await countExecutions(id);
  await expect.poll(async () => countExecutions(id)).toBeGreaterThan(early + 2);
  clock.forward(-hoursMs);
  // A tick that was due before may still fire.
  await pause(1_500);
  const before = await countExecutions(id);
  await expect.poll(async () => countExecutions(id)).toBeGreaterThan(before + 2);
});

it('a schedule that has no next tick, though there is one, gets it when the server starts', async () => {
  const workflow = await save({ nodes: [text('a', 'x')] });
  const schedule = { cron: '0 9 1 1 *', timezone: 'Australia/Lord_Howe' };
  const body = { name: 'Yearly', workflow_id: workflow, type: 'schedule', schedule };
  const [{ id, next_fire_at: next }, { id: paused }] = [
    (await call(server, 'POST', '/api/v1/triggers', { body })).body.data,
    (await call(server, 'POST', '/api/v1/triggers', { body: { ...body, enabled: false } })).body.data,
  ];
  const { platform } = server;
  await platform.database.sql`UPDATE triggers SET next_tick_at = NULL WHERE id = ${id}`;
  await bringSchedulesForward(platform);
  const read = async (trigger: string) => (await call(server, 'GET', `/api/v1/triggers/${trigger}`)).body.data;
  expect(next).toMatch(/T/);
  expect((await read(id)).next_fire_at).toBe(next);
  expect((await read(paused)).next_fire_at).toBeNull();
});
