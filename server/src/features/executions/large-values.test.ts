import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, readEvents } from '../../../test/client.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { serveOnLoopback } from '../../../test/loopback.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
const site = await serveOnLoopback((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(1_000_000));
});
beforeAll(async () => {
  server = await startServer({ OUTBOUND_ALLOW: site.host });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const { save, execute, nodes, reached, run } = workflowRuns(() => server);

/** One node with a text of that length, and many that repeat it. */
function repeating(length: number, count: number) {
  const copies = Array.from({ length: count }, (_, index) => text(`t${index}`, '{{ nodes.a.outputs.value }}'));
  return {
    nodes: [{ id: 'a', type: 'transform', config: { expression: `$pad("a",${length})` } }, ...copies],
    edges: copies.map(({ id }) => ({ from: 'a', to: id })),
  };
}

describe('large values', () => {
  it('of an execution are read only by who asks for them', async () => {
    const id = await execute(await save({ nodes: [text('a', 'x')], outputs: { all: '{{ inputs.all }}' } }), {
      all: 'x',
    });
    await reached(id);
    const read: string[] = [];
    const restore = interceptQueries(server.platform.database, (query, run) => {
      if (/\boutputs\b[^]* FROM executions\b/.test(query)) read.push(query);
      return run();
    });
    const path = `/api/v1/executions/${id}`;
    expect((await readEvents(server, `${path}/events`)).at(-1)).toMatchObject({ event: 'execution:completed' });
    const answers = [
      await call(server, 'GET', `${path}/nodes`),
      await call(server, 'POST', `${path}/cancel`),
      await call(server, 'POST', `${path}/approvals/a`, { body: { decision: 'approve' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404]);
    expect(read).toEqual([]);
    await call(server, 'GET', path);
    restore();
    expect(read).toHaveLength(1);
  });

  it('are stored once: configs and events leave them out', async () => {
    const id = await execute(await save(repeating(300_000, 90)));
    expect(await reached(id)).toMatchObject({ status: 'completed' });
    const [, copy] = await nodes(id);
    expect(copy.outputs.text).toHaveLength(300_000);
    expect(copy.inputs.text).toMatch(/^a {3999}… \(300000 characters\)$/);
    const events = await readEvents(server, `/api/v1/executions/${id}/events`);
    const completed = events.filter(({ event }) => event === 'node:completed');
    expect(completed).toHaveLength(91);
    expect(new Set(completed.map(({ data }) => data.outputs))).toEqual(new Set([null]));
  });

  it('are left out of lists, and are in the execution itself', async () => {
    const definition = { nodes: [text('say', '{{ inputs.text }}')], outputs: { text: '{{ nodes.say.outputs.text }}' } };
    const workflow = await save(definition);
    const inputs = { text: 'a'.repeat(300_000) };
    const large = await execute(workflow, inputs);
    const small = await execute(workflow, { text: 'b'.repeat(200_000) });
    expect(await reached(large)).toMatchObject({ status: 'completed', inputs, outputs: inputs });
    expect(await reached(small)).toMatchObject({ status: 'completed' });
    const listed = (await call(server, 'GET', `/api/v1/executions?workflow_id=${workflow}`)).body.data;
    expect(listed[0].outputs.text).toHaveLength(200_000);
    expect(listed[0].inputs.text).toHaveLength(200_000);
    expect(listed[1]).toMatchObject({ id: large, status: 'completed', inputs: null, outputs: null });
  });

  it('are left out of a page after its first 8 MiB', async () => {
    const workflow = await save({ nodes: [text('say', 'Hello')] });
    const inputs = { text: 'a'.repeat(200_000) };
    const started = [];
    for (let at = 0; at < 50; at += 1) started.push(await execute(workflow, inputs));
    for (const id of started) await reached(id);
    const list = async (query: string) => call(server, 'GET', `/api/v1/executions?workflow_id=${workflow}&${query}`);
    const all = (await list('per_page=100')).body.data;
    const isLeftOut = all.map((one: { inputs: object | null }) => one.inputs === null);
    expect(isLeftOut).toEqual(Array.from({ length: 50 }, (_, at) => at > 40));
    const last = (await list('per_page=1&page=50')).body.data;
    expect(last).toMatchObject([{ id: started[0], inputs }]);

    const id = await execute(await save(repeating(1_000_000, 20)));
    expect(await reached(id)).toMatchObject({ status: 'completed' });
    const runs: { outputs: object | null }[] = await nodes(id);
    const lengths = runs.map(({ outputs }) => (outputs === null ? 0 : 1_000_000));
    expect(lengths).toEqual(Array.from({ length: 21 }, (_, at) => (at < 8 ? 1_000_000 : 0)));
    const path = `/api/v1/executions/${id}/nodes?per_page=1&page=21`;
    expect((await call(server, 'GET', path)).body.data[0].outputs.text).toHaveLength(1_000_000);
  });

  it('from another server are refused if they are nested too deep', async () => {
    const config = { url: `http://${site.host}/` };
    const { error } = await run({ nodes: [{ id: 'get', type: 'http_request', config }] });
    expect(error).toEqual({
      code: 'node_execution_failed',
      message: 'The server answered with JSON that is nested more than 512 levels deep.',
      node_id: 'get',
    });
  });
});
