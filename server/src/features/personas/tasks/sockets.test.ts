import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { eventsOf, makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { server } = await startWithDoubles();

type Received = [string, Record<string, unknown>];

/** Follows a task over socket.io to its end. */
async function follow(subscription: object): Promise<Received[]> {
  const socket: Socket = io(`${server.url}/personas`, { auth: { api_key: server.apiKey }, forceNew: true });
  try {
    const received: Received[] = [];
    socket.onAny((event: string, data: Received[1]) => received.push([event, data]));
    expect(await socket.emitWithAck('subscribe', subscription)).toEqual({ ok: true });
    await expect.poll(() => received.at(-1)?.[0]).toBe('persona:completed');
    return received.filter(([event]) => event !== 'connected');
  } finally {
    socket.close();
  }
}

test('socket.io sends the same events as the stream, with the same ids, and resumes after any of them', async () => {
  const persona = await makePersona(server);
  const { id } = await startTask(server, persona.id);
  const live = await follow({ instance_id: id });
  await waitFor(server, id, 'completed');
  const told = (await eventsOf(server, id)).map(({ id: place, event, data }) => [event, { ...data, event_id: place }]);
  expect(live).toEqual(told);
  expect(await follow({ instance_id: id, last_event_id: 4 })).toEqual(told.slice(4));
});

test('a task that the key may not follow is refused', async () => {
  const { body } = await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'k', scopes: ['threads:read'] } });
  const socket: Socket = io(`${server.url}/personas`, { auth: { api_key: body.data.key }, forceNew: true });
  const own: Socket = io(`${server.url}/personas`, { auth: { api_key: server.apiKey }, forceNew: true });
  try {
    const refused = { ok: false, error: { code: 'insufficient_scope' } };
    expect(await socket.emitWithAck('subscribe', { instance_id: 'ins_x' })).toMatchObject(refused);
    const unknown = { ok: false, error: { code: 'resource_not_found' } };
    expect(await own.emitWithAck('subscribe', { instance_id: 'ins_x' })).toMatchObject(unknown);
    const wrong = { ok: false, error: { code: 'validation_error' } };
    expect(await own.emitWithAck('subscribe', { thread_id: 'ins_x' })).toMatchObject(wrong);
  } finally {
    socket.close();
    own.close();
  }
});

test('tasks that have ended do not count as followed', async () => {
  const persona = await makePersona(server);
  await server.platform.database.sql`
    INSERT INTO persona_instances (id, workspace_id, persona_id, task_title, structured_inputs, plan, status,
      max_duration_hours, max_cost_credits)
    SELECT 'ins_' || n, workspace_id, id, 'Task', '{}', '[]', 'cancelled', 1, 1
    FROM personas, generate_series(1, 101) AS n WHERE id = ${persona.id}`;
  const socket: Socket = io(`${server.url}/personas`, { auth: { api_key: server.apiKey }, forceNew: true });
  try {
    const subscribe = async (n: number) => socket.emitWithAck('subscribe', { instance_id: `ins_${n}` });
    const first = await Promise.all(Array.from({ length: 100 }, async (_, at) => subscribe(at + 1)));
    expect(first.filter(({ ok }) => ok !== true)).toEqual([]);
    await eventually(async () => ((await subscribe(101)).ok === true ? true : undefined));
  } finally {
    socket.close();
  }
});
