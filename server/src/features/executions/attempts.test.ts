import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';
import { edge, eventNames, text, workflowRuns } from '../../../test/workflow-runs.ts';

const { server, receiver: site } = await startWithReceiver();

const { save, execute, nodes, reached, run } = workflowRuns(() => server);

interface NodeRow {
  node_id: string;
  attempt: number;
  status: string;
}
const attemptsOf = async (id: string, path: string): Promise<string[]> =>
  (await nodes(id))
    .filter((row: NodeRow) => row.node_id === path)
    .map((row: NodeRow) => `${row.attempt} ${row.status}`);

const get = (id: string, path: string, extra: object = {}) => ({
  id,
  type: 'http_request',
  config: { url: `${site.url}${path}` },
  ...extra,
});
const wait = (id: string, seconds: number) => ({ id, type: 'delay', config: { seconds } });
const calling = (workflowId: string, extra: object = {}) => ({
  nodes: [{ id: 'call', type: 'workflow', config: { workflow_id: workflowId }, ...extra }],
  outputs: { call: '{{ nodes.call.outputs }}', status: '{{ nodes.call.status }}' },
});
const twice = { retry: { max_attempts: 2, backoff_ms: 1 } };
/** Responds to the first request to the path with 503, all others with 200. */
const failOnce = (path: string) => {
  let count = 0;
  site.answer(path, (response) => {
    count += 1;
    response.writeHead(count === 1 ? 503 : 200).end();
  });
};

describe('a called workflow that is tried again', () => {
  it('continues from a delay inside of it', async () => {
    failOnce('/delayed');
    const called = await save({
      nodes: [get('get', '/delayed'), wait('wait', 0.5), text('after', 'x')],
      edges: [edge('get', 'wait'), edge('wait', 'after')],
      outputs: { text: '{{ nodes.after.outputs.text }}' },
    });
    const execution = await run(calling(called, twice));
    expect(execution).toMatchObject({ status: 'completed', outputs: { call: { text: 'x' } } });
    expect(await attemptsOf(execution.id, 'call')).toEqual(['1 failed', '2 completed']);
    expect(await attemptsOf(execution.id, 'call.wait')).toEqual(['1 completed']);
  });

  it('receives the single decision on an approval inside of it', async () => {
    failOnce('/asked');
    const called = await save({
      nodes: [get('get', '/asked'), { id: 'ask', type: 'approval', config: { title: 'Go on?' } }],
      edges: [edge('get', 'ask')],
      outputs: { decision: '{{ nodes.ask.outputs.decision }}' },
    });
    const id = await execute(await save(calling(called, twice)));
    await reached(id, 'waiting');
    const path = `/api/v1/executions/${id}/approvals/call.ask`;
    expect((await call(server, 'POST', path, { body: { decision: 'approve' } })).status).toBe(200);
    expect((await reached(id)).outputs).toMatchObject({ call: { decision: 'approved' } });
    expect(await attemptsOf(id, 'call.ask')).toEqual(['1 completed']);
  });

  it.each([
    ['at once', 600],
    ['after the execution was let go', 1_500],
  ])('keeps the version that its first attempt found, retried %s', async (_when, backoff_ms) => {
    const path = `/version-${backoff_ms}`;
    failOnce(path);
    const definition = (word: string) => ({
      nodes: [text('first', word), get('get', path)],
      edges: [edge('first', 'get')],
      outputs: { word: `${word} {{ nodes.first.outputs.text }}` },
    });
    const called = await save(definition('old'));
    const id = await execute(await save(calling(called, { retry: { max_attempts: 2, backoff_ms } })));
    await eventually(async () => ((await attemptsOf(id, 'call'))[0] === '1 failed' ? true : undefined));
    const changed = await call(server, 'PATCH', `/api/v1/workflows/${called}`, {
      body: { definition: definition('new') },
    });
    expect(changed.body.data.version).toBe(2);
    expect((await reached(id)).outputs).toMatchObject({ call: { word: 'old old' } });
  });
});

describe('a loop over a workflow', () => {
  it('calls the same version of it for all items', async () => {
    const word = (round: number) => ({
      nodes: [text('a', `v${round}`)],
      outputs: { word: '{{ nodes.a.outputs.text }}' },
    });
    const called = await save(word(0));
    const items = Array.from({ length: 20 }, (_, index) => ({ index }));
    const looping = await save({
      nodes: [{ id: 'each', type: 'loop', config: { items, workflow_id: called, concurrency: 2 } }],
      outputs: { words: '{{ nodes.each.outputs.results.word }}' },
    });
    for (let round = 1; round <= 20; round += 1) {
      const [id] = await Promise.all([
        execute(looping),
        sleep(round % 10).then(async () =>
          call(server, 'PATCH', `/api/v1/workflows/${called}`, { body: { definition: word(round) } }),
        ),
      ]);
      const { outputs } = await reached(id);
      expect(new Set(outputs.words).size).toBe(1);
    }
  });
});

describe('a retried execution', () => {
  it('keeps the versions of the failed one, of the workflow and of those that it calls', async () => {
    site.answer('/gate', 500);
    const called = await save({
      nodes: [text('first', 'old'), get('get', '/gate')],
      edges: [edge('first', 'get')],
      outputs: { word: 'old {{ nodes.first.outputs.text }}' },
    });
    const caller = await save(calling(called));
    const failed = await reached(await execute(caller));
    expect(failed).toMatchObject({ status: 'failed', error: { node_id: 'call' } });
    const other = { nodes: [text('first', 'new')], edges: [], outputs: { word: 'new {{ nodes.first.outputs.text }}' } };
    await call(server, 'PATCH', `/api/v1/workflows/${called}`, { body: { definition: other } });
    await call(server, 'PATCH', `/api/v1/workflows/${caller}`, { body: { definition: other } });
    const retry = async (id: string) =>
      (await call(server, 'POST', `/api/v1/executions/${id}/retry`)).body.data.execution_id as string;
    const again = await reached(await retry(failed.id));
    expect(again).toMatchObject({ status: 'failed', workflow_version: 1 });
    site.answer('/gate', 200);
    const done = await reached(await retry(again.id));
    expect(done).toMatchObject({ workflow_version: 1, outputs: { call: { word: 'old old' } } });
    expect(await attemptsOf(done.id, 'call')).toEqual(['1 completed']);
    expect((await reached(await execute(caller))).outputs).toMatchObject({ word: 'new new' });
  });
});

describe('a node’s time-out', () => {
  it('limits the workflows that it calls, including waits', async () => {
    const called = await save({ nodes: [wait('wait', 30)] });
    const failed = await run(calling(called, { timeout_ms: 700 }));
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'node_timeout', node_id: 'call' } });
    expect(await attemptsOf(failed.id, 'call.wait')).toEqual(['1 cancelled']);
    const passed = await run(calling(called, { timeout_ms: 700, on_error: 'continue' }));
    expect(passed).toMatchObject({ status: 'completed', outputs: { status: 'failed' } });
  });

  it('starts again with each attempt', async () => {
    const called = await save({ nodes: [wait('wait', 30)] });
    const failed = await run(calling(called, { timeout_ms: 400, ...twice }));
    expect(failed.error).toMatchObject({ code: 'node_timeout' });
    expect(await attemptsOf(failed.id, 'call')).toEqual(['1 failed', '2 failed']);
    const runs = await nodes(failed.id);
    for (const { node_id, duration_ms } of runs) if (node_id === 'call') expect(duration_ms).toBeGreaterThan(390);
  });
});

describe('a call that hangs', () => {
  it.each([
    // Long enough for the request to arrive.
    ['timeout_ms', 'node_timeout', { timeout_ms: 2_000 }, {}],
    ['max_duration_s', 'execution_timeout', {}, { max_duration_s: 2 }],
  ])('is aborted by %s, in a called workflow too', async (name, code, extra, fields) => {
    let gone = 0;
    site.answer(`/hang-${name}`, (response) => {
      response.on('close', () => (gone += 1));
    });
    const called = await save({ nodes: [get('get', `/hang-${name}`, extra)] });
    const { error } = await run(calling(called), {}, fields);
    expect(error.code).toBe(code);
    await eventually(async () => (gone === 1 ? true : undefined));
  });
});

describe('a node that starts once', () => {
  it('is reported as started once, no matter how often its workflow waits', async () => {
    const called = await save({
      nodes: [wait('one', 0.3), wait('two', 0.3)],
      edges: [edge('one', 'two')],
    });
    const { id } = await run(calling(called));
    const events = await readEvents(server, `/api/v1/executions/${id}/events`);
    const started = events.filter(({ event }) => event === 'node:started').map(({ data }) => data.node_id);
    expect(started).toEqual(['call', 'call.one', 'call.two']);
    expect(eventNames(events).filter((event) => event === 'execution:waiting')).toHaveLength(2);
  });
});
