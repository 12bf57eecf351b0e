import { beforeAll, describe, expect, it } from 'vitest';
import type { ReceivedEvent } from '../client.ts';
import { approval, useWorld, workflowOf } from './world.ts';

const world = useWorld();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const milliseconds = expect.any(Number);

describe('Specification 6.1 Execution event stream', () => {
  const run = async (nodes: object[], rest: object = {}): Promise<string> => {
    const { id } = await world.make('/workflows', workflowOf(nodes, rest));
    return (await world.make(`/workflows/${id}/execute`)).execution_id;
  };
  const follow = async (id: string, headers: Record<string, string> = {}) =>
    world.events(`/executions/${id}/events`, { headers });
  const of = (events: ReceivedEvent[], name: string) => events.filter(({ event }) => event === name);

  let id: string;
  let completed: ReceivedEvent[];
  let failed: ReceivedEvent[];
  let failedId: string;
  let cancelled: ReceivedEvent[];
  let cancelledId: string;
  beforeAll(async () => {
    const say = (name: string) => ({ id: name, type: 'template', config: { text: `${name}!` } });
    const edges = [
      { from: 'one', to: 'two' },
      { from: 'two', to: 'three' },
      { from: 'three', to: 'four' },
    ];
    const nodes = [say('one'), say('two'), say('three'), say('four')];
    id = await run(nodes, { edges, outputs: { text: '{{ nodes.four.outputs.text }}' } });
    completed = await follow(id);
    const call = { id: 'call', type: 'http_request', config: { method: 'GET', url: 'http://10.0.0.1/' } };
    failedId = await run([call]);
    failed = await follow(failedId);
    cancelledId = await run([approval]);
    const stream = follow(cancelledId);
    await world.until(`/executions/${cancelledId}`, 'waiting');
    await world.make(`/executions/${cancelledId}/cancel`);
    cancelled = await stream;
  });

  it('connected: execution_id', () => {
    expect(completed[0]).toEqual({ id: undefined, event: 'connected', data: { execution_id: id, timestamp: time } });
  });
  it('execution:started: execution_id, started_at', async () => {
    const [started] = of(completed, 'execution:started');
    const { started_at } = await world.get(`/executions/${id}`);
    expect(started?.data).toEqual({ execution_id: id, started_at, timestamp: time });
  });
  it('execution:progress: progress (number), current_node (string)', () => {
    const progress = of(completed, 'execution:progress');
    expect(progress.map(({ data }) => data)).toEqual([
      { progress: 25, current_node: expect.any(String), timestamp: time },
      { progress: 50, current_node: expect.any(String), timestamp: time },
      { progress: 75, current_node: expect.any(String), timestamp: time },
      {
        progress: 100,
        current_node: expect.toSatisfy((node) => node === null || typeof node === 'string'),
        timestamp: time,
      },
    ]);
  });
  it('node:started: node_id, node_type, started_at', () => {
    expect(of(completed, 'node:started').map(({ data }) => data)).toEqual(
      ['one', 'two', 'three', 'four'].map((node_id) => ({
        node_id,
        node_type: 'template',
        started_at: time,
        timestamp: time,
      })),
    );
  });
  it('node:completed: node_id, outputs (object), duration_ms', () => {
    expect(of(completed, 'node:completed').map(({ data }) => data)).toEqual(
      ['one', 'two', 'three', 'four'].map((node_id) => ({
        node_id,
        outputs: { text: `${node_id}!` },
        duration_ms: milliseconds,
        timestamp: time,
      })),
    );
  });
  it('node:failed: node_id, node_type, error { code, message }, attempt, will_retry, duration_ms', () => {
    expect(of(failed, 'node:failed').map(({ data }) => data)).toEqual([
      {
        node_id: 'call',
        node_type: 'http_request',
        error: { code: 'node_execution_failed', message: expect.any(String) },
        attempt: 1,
        will_retry: false,
        duration_ms: milliseconds,
        timestamp: time,
      },
    ]);
  });
  it('execution:completed: execution_id, status, outputs', () => {
    expect(of(completed, 'execution:completed').map(({ data }) => data)).toEqual([
      { execution_id: id, status: 'completed', outputs: { text: 'four!' }, timestamp: time },
    ]);
  });
  it('execution:failed: includes error', async () => {
    const { error } = await world.get(`/executions/${failedId}`);
    expect(of(failed, 'execution:failed').map(({ data }) => data)).toEqual([
      { execution_id: failedId, status: 'failed', error, timestamp: time },
    ]);
    expect(error).toEqual({ code: 'node_execution_failed', message: expect.any(String), node_id: 'call' });
  });
  it('execution:cancelled: execution_id, status, cancelled_at', async () => {
    const { cancelled_at } = await world.get(`/executions/${cancelledId}`);
    expect(of(cancelled, 'execution:cancelled').map(({ data }) => data)).toEqual([
      { execution_id: cancelledId, status: 'cancelled', cancelled_at, timestamp: time },
    ]);
  });
  it('execution:waiting: node_id, reason', () => {
    expect(of(cancelled, 'execution:waiting').map(({ data }) => data)).toEqual([
      expect.objectContaining({ node_id: 'ask', reason: expect.any(String), timestamp: time }),
    ]);
  });

  it('Each event has an event: name and a data: JSON line', async () => {
    const { body } = await world.api('GET', `/executions/${id}/events`, { headers: { Accept: 'text/event-stream' } });
    const blocks: string[] = body.split('\n\n').filter((block: string) => /^event:/m.test(block));
    expect(blocks).toHaveLength(completed.length);
    for (const block of blocks) expect(block).toMatch(/^(id: \d+\n)?event: [a-z]+(:[a-z]+)?\ndata: \{.*\}$/);
  });
  it('A client closes the connection after execution:completed or execution:failed; the server ends it, too', () => {
    expect([completed, failed, cancelled].map((events) => events.at(-1)?.event)).toEqual([
      'execution:completed',
      'execution:failed',
      'execution:cancelled',
    ]);
  });
  it('id: is the event’s sequence number in the execution, from 1', () => {
    expect(completed.slice(1).map((event) => event.id)).toEqual(completed.slice(1).map((_, index) => index + 1));
  });
  it('Last-Event-ID resumes after that event', async () => {
    const rest = await follow(id, { 'Last-Event-ID': '5' });
    expect(rest[0]?.event).toBe('connected');
    expect(rest.slice(1)).toEqual(completed.slice(6));
  });
  it('the stream of an ended execution starts from its beginning', async () => {
    expect((await follow(id)).slice(1)).toEqual(completed.slice(1));
  });
});
