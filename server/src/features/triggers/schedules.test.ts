import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';
import { deriveId } from '../../platform/ids.ts';
import { fireTick } from './fire-trigger.ts';
import { fireTriggerJob } from './triggers.jobs.ts';
import { findNextTick } from './read-schedule.ts';

let server: ServerUnderTest;
let workflow: string;
beforeAll(async () => {
  server = await startServer();
  workflow = await save({ nodes: [text('a', 'x')] });
});
afterAll(async () => server.close());

const { save } = workflowRuns(() => server);
const api = async (method: string, path: string, body?: unknown) =>
  call(server, method, `/api/v1/triggers${path}`, body === undefined ? {} : { body });
const create = async (schedule: object, extra: object = {}): Promise<string> =>
  (await api('POST', '', { name: 'Clock', workflow_id: workflow, type: 'schedule', schedule, ...extra })).body.data.id;
/** The ticks for which executions of a trigger were started, oldest first, from the time in their ids. */
const ticksOf = async (id: string): Promise<string[]> => {
  const { body } = await call(server, 'GET', '/api/v1/executions?per_page=100');
  return body.data
    .filter((one: { trigger_id: string }) => one.trigger_id === id)
    .map((one: { id: string }) => one.id.slice('exe_'.length, 'exe_'.length + 10))
    .toReversed();
};
const lordHowe = 'Australia/Lord_Howe';
const everySecond = { cron: '* * * * * *' };

describe('a schedule that can’t start its workflow', () => {
  it('is saved with warnings that name what is missing', async () => {
    const strict = await save(
      { nodes: [text('a', 'x')] },
      { input_schema: { properties: { city: { type: 'string' } }, required: ['city'] } },
    );
    const yearly = { name: 'Clock', workflow_id: strict, type: 'schedule', schedule: { cron: '0 0 1 1 *' } };
    const made = (await api('POST', '', yearly)).body.data;
    const warning = { path: 'body.inputs.city', message: 'is required' };
    expect(made.warnings).toEqual([warning]);
    const change = async (body: object) => (await api('PATCH', `/${made.id}`, body)).body.data;
    expect((await change({ name: 'Yearly' })).warnings).toEqual([warning]);
    expect(await change({ inputs: { city: 'Rome' } })).not.toHaveProperty('warnings');
    await call(server, 'PATCH', `/api/v1/workflows/${strict}`, { body: { status: 'inactive' } });
    expect((await change({ name: 'Clock' })).warnings).toEqual([
      { path: 'body.workflow_id', message: 'the workflow is inactive; activate it first' },
    ]);
    expect(await change({ enabled: false })).not.toHaveProperty('warnings');
    expect((await api('GET', `/${made.id}`)).body.data).not.toHaveProperty('warnings');
    expect((await api('POST', '', { ...yearly, type: 'manual', schedule: null })).body.data).not.toHaveProperty(
      'warnings',
    );
  });
});

it('shows when it fires next, while it is on', async () => {
  const yearly = { cron: '0 9 1 1 *', timezone: 'Europe/Berlin' };
  const id = await create(yearly);
  const read = async () => (await api('GET', `/${id}`)).body.data.next_fire_at;
  const next = findNextTick(yearly, new Date()) ?? '';
  expect(await read()).toBe(next);
  await fireTick(server.platform, id, new Date(next));
  expect(await read()).toBe(findNextTick(yearly, new Date(next)));
  expect((await api('PATCH', `/${id}`, { enabled: false })).body.data.next_fire_at).toBeNull();
  const moved = { enabled: true, schedule: { cron: '0 9 1 2 *', timezone: 'UTC' } };
  expect((await api('PATCH', `/${id}`, moved)).body.data.next_fire_at).toMatch(/-02-01T09:00:00.000Z$/);
  await api('DELETE', `/${id}`);
});

// Seconds have to pass for each of them, so they pass together; each has its own trigger.
describe.concurrent('a schedule', () => {
  it('fires once per tick until it is disabled', async () => {
    const id = await create(everySecond, { inputs: { by: 'clock' } });
    const ticks = await eventually(async () => {
      const all = await ticksOf(id);
      return all.length >= 4 ? all : undefined;
    });
    expect(new Set(ticks).size).toBe(ticks.length);
    const { body } = await call(server, 'GET', '/api/v1/executions?per_page=100');
    const newest = body.data.find((one: { trigger_id: string }) => one.trigger_id === id);
    expect(newest.inputs).toEqual({ by: 'clock' });
    const disabled = (await api('PATCH', `/${id}`, { enabled: false })).body.data;
    expect(disabled.last_fired_at).toEqual(expect.any(String));
    // A tick that was due before may still fire; what is compared is when it was due.
    const last = deriveId('exe', new Date(), '').slice('exe_'.length, 'exe_'.length + 10);
    await pause(2_500);
    const after = await ticksOf(id);
    expect(after.filter((tick: string) => tick > last)).toEqual([]);
    await api('PATCH', `/${id}`, { enabled: true });
    await eventually(async () => ((await ticksOf(id)).length > after.length ? true : undefined));
    await api('DELETE', `/${id}`);
  });

  it('fires a tick once, no matter how many processes try and how often', async () => {
    const id = await create({ cron: '0 3 * * *', timezone: 'Europe/Berlin' });
    const { sql } = server.platform.database;
    const [row] = await sql<{ next_tick_at: string }[]>`SELECT next_tick_at FROM triggers WHERE id = ${id}`;
    const tick = new Date(row?.next_tick_at ?? '');
    await Promise.all(Array.from({ length: 8 }, async () => fireTick(server.platform, id, tick)));
    await fireTick(server.platform, id, tick);
    expect(await ticksOf(id)).toHaveLength(1);
    // The process that fired it died before it could record that.
    await sql`UPDATE triggers SET next_tick_at = ${tick} WHERE id = ${id}`;
    await fireTick(server.platform, id, tick);
    expect(await ticksOf(id)).toHaveLength(1);
    await api('DELETE', `/${id}`);
  });

  it('that the queue lost is fired by the sweep and registered again', async () => {
    const id = await create(everySecond);
    await server.platform.queue.schedule(fireTriggerJob, id, null, { trigger_id: id });
    await pause(1200);
    const before = (await ticksOf(id)).length;
    await server.platform.database.sql`
      UPDATE triggers SET next_tick_at = date_trunc('second', now()) - interval '30 seconds' WHERE id = ${id}`;
    const ticks = await eventually(async () => {
      const all = await ticksOf(id);
      return all.length >= before + 3 ? all : undefined;
    });
    expect(new Set(ticks).size).toBe(ticks.length);
    await api('DELETE', `/${id}`);
  });

  it('is moved when it is changed, and continues when its workflow refuses', async () => {
    const own = await save({ nodes: [text('a', 'x')] });
    const id = await create({ cron: '0 0 1 1 *' }, { workflow_id: own });
    await call(server, 'PATCH', `/api/v1/workflows/${own}`, { body: { status: 'inactive' } });
    expect((await api('PATCH', `/${id}`, { schedule: everySecond })).body.data.schedule).toEqual({
      ...everySecond,
      timezone: 'UTC',
    });
    await pause(2200);
    expect(await ticksOf(id)).toEqual([]);
    await call(server, 'PATCH', `/api/v1/workflows/${own}`, { body: { status: 'active' } });
    await eventually(async () => ((await ticksOf(id)).length > 0 ? true : undefined));
    await api('DELETE', `/${id}`);
  });

  it('shows why its last tick was skipped, until it fires again or is changed', async () => {
    const input_schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const own = await save({ nodes: [text('a', 'x')] }, { input_schema });
    const id = await create({ cron: '0 3 * * *' }, { workflow_id: own });
    const read = async () => (await api('GET', `/${id}`)).body.data;
    const fireNext = async () => {
      const { sql } = server.platform.database;
      const [row] = await sql<{ next_tick_at: string }[]>`SELECT next_tick_at FROM triggers WHERE id = ${id}`;
      await fireTick(server.platform, id, new Date(row?.next_tick_at ?? ''));
    };
    expect((await read()).last_error).toBeNull();
    await fireNext();
    const refusal = { message: 'inputs.city: is required', at: expect.stringMatching(/Z$/) };
    expect(await read()).toMatchObject({ last_error: refusal, last_fired_at: null });
    const { body } = await api('GET', '?search=Clock&per_page=100');
    expect(body.data.find((one: { id: string }) => one.id === id).last_error).toEqual(refusal);
    // Neither another name nor an execution with other inputs fixes the schedule.
    expect((await api('PATCH', `/${id}`, { name: 'Clock of the harbour' })).body.data.last_error).toEqual(refusal);
    expect((await api('POST', `/${id}/execute`, { inputs: { city: 'Rome' } })).status).toBe(202);
    expect((await read()).last_error).toEqual(refusal);
    expect((await api('PATCH', `/${id}`, { inputs: { city: 'Berlin' } })).body.data.last_error).toBeNull();
    await call(server, 'PATCH', `/api/v1/workflows/${own}`, { body: { status: 'inactive' } });
    await fireNext();
    expect((await read()).last_error).toEqual({
      message: 'the workflow is inactive; activate it first',
      at: expect.any(String),
    });
    await call(server, 'PATCH', `/api/v1/workflows/${own}`, { body: { status: 'active' } });
    await fireNext();
    expect(await read()).toMatchObject({ last_error: null, last_fired_at: expect.any(String) });
    await api('DELETE', `/${id}`);
  });

  it('uses its own time zone, including daylight saving time changes', () => {
    const berlin = { cron: '30 9 * * *', timezone: 'Europe/Berlin' };
    expect(findNextTick(berlin, new Date('2026-03-27T12:00:00Z'))).toBe('2026-03-28T08:30:00.000Z');
    expect(findNextTick(berlin, new Date('2026-03-28T12:00:00Z'))).toBe('2026-03-29T07:30:00.000Z');
  });

  it.each([
    ['a skipped time an hour later', '30 2 * * *', '2026-03-28T12', ['29T01:30', '30T00:30']],
    ['a repeated time once', '30 2 * * *', '2026-10-24T12', ['25T00:30', '26T01:30']],
    ['every hour of a day of 23', '0 * * * *', '2026-03-28T23', ['29T00:00', '29T01:00', '29T02:00']],
    ['every hour of a day of 25', '0 * * * *', '2026-10-24T23', ['25T00:00', '25T01:00', '25T02:00']],
    ['all skipped times an hour later', '0,30 2 * * *', '2026-03-28T12', ['29T01:00', '29T01:30', '30T00:00']],
    ['a repeated time not again after a start in it', '30 2 * * *', '2026-10-25T01', ['26T01:30', '27T01:30']],
    [
      'every half of a repeated hour',
      '*/30 * * * *',
      '2026-10-25T00',
      ['25T00:30', '25T01:00', '25T01:30', '25T02:00'],
    ],
    // Its clock changes by half an hour.
    ['a skipped time half an hour later', '15 2 * * *', '2026-10-02T20', ['03T15:45', '04T15:15'], lordHowe],
    [
      'a repeated time once, and goes on',
      '45 1 * * *',
      '2026-04-04T12',
      ['04T14:45', '05T15:15', '06T15:15'],
      lordHowe,
    ],
    ['a start in the repeated half hour', '45 1 * * *', '2026-04-04T15', ['05T15:15', '06T15:15'], lordHowe],
    ['every hour, and goes on', '0 * * * *', '2026-04-04T13', ['04T14:00', '04T15:30', '04T16:30'], lordHowe],
    [
      'all of a repeated half hour',
      '*/10 * * * *',
      '2026-04-04T14',
      ['04T14:10', '04T14:20', '04T14:30', '04T14:40', '04T14:50', '04T15:00', '04T15:10', '04T15:20'],
      lordHowe,
    ],
  ])('fires %s when daylight saving time changes', (_what, cron, from, ticks, timezone = 'Europe/Berlin') => {
    const found: string[] = [];
    while (found.length < ticks.length) {
      const after = new Date(found.at(-1) ?? `${from}:01:00Z`);
      found.push(findNextTick({ cron, timezone }, after) ?? '');
    }
    expect(found.map((tick) => tick.slice('2026-10-'.length, -':00.000Z'.length))).toEqual(ticks);
  });
});
