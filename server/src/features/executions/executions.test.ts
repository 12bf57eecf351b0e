import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, readEvents, type ReceivedEvent } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_PER_MINUTE: '100000' });
});
afterAll(async () => server.close());

const text = (id: string, value: string, extra: object = {}) => ({
  id,
  type: 'template',
  config: { text: value },
  ...extra,
});

async function save(definition: object, extra: object = {}): Promise<string> {
  const { status, body } = await call(server, 'POST', '/api/v1/workflows', {
    body: { name: 'Test', definition, ...extra },
  });
  expect(body.error?.details ?? status).toBe(201);
  return body.data.id;
}

async function execute(workflowId: string, inputs: object = {}): Promise<string> {
  const { status, body } = await call(server, 'POST', `/api/v1/workflows/${workflowId}/execute`, { body: { inputs } });
  expect(body.error ?? status).toBe(202);
  return body.data.execution_id;
}

const get = async (id: string) => (await call(server, 'GET', `/api/v1/executions/${id}`)).body.data;

async function ended(id: string) {
  return eventually(async () => {
    const execution = await get(id);
    return ['completed', 'failed', 'cancelled'].includes(execution.status) ? execution : undefined;
  });
}

async function run(definition: object, inputs: object = {}, extra: object = {}) {
  return ended(await execute(await save(definition, extra), inputs));
}

const names = (events: ReceivedEvent[]) => events.map(({ event }) => event);

describe('an execution', () => {
  it('starts as pending with its inputs, and completes with outputs', async () => {
    const id = await save(
      { nodes: [text('greet', 'Hello {{ inputs.name }}')], outputs: { greeting: '{{ nodes.greet.outputs.text }}' } },
      { input_schema: { properties: { name: { type: 'string' }, mood: { type: 'string', default: 'fine' } }, required: ['name'] } },
    );
    const { status, body } = await call(server, 'POST', `/api/v1/workflows/${id}/execute`, {
      body: { inputs: { name: 'Ada' } },
    });
    expect(status).toBe(202);
    expect(body.data).toEqual({
      execution_id: expect.stringMatching(/^exe_/),
      workflow_id: id,
      status: 'pending',
      inputs: { name: 'Ada', mood: 'fine' },
    });
    const execution = await ended(body.data.execution_id);
    expect(execution).toMatchObject({
      workflow_name: 'Test',
      workflow_version: 1,
      status: 'completed',
      outputs: { greeting: 'Hello Ada' },
      error: null,
      duration_ms: expect.any(Number),
    });
  });

  it('shows everything as numbered events and ends the stream', async () => {
    const id = await execute(await save({ nodes: [text('a', 'x'), text('b', 'y')], edges: [{ from: 'a', to: 'b' }] }));
    const events = await readEvents(server, `/api/v1/executions/${id}/events`);
    expect(names(events)).toEqual([
      'connected',
      'execution:started',
      'node:started',
      'node:completed',
      'execution:progress',
      'node:started',
      'node:completed',
      'execution:progress',
      'execution:completed',
    ]);
    expect(events.slice(1).map((event) => event.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(events[0]?.id).toBeUndefined();
    expect(events.filter((event) => event.event === 'execution:progress').map((event) => event.data.progress)).toEqual([50, 100]);
  });
});
