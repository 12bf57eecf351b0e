import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, execute, reached } = workflowRuns(() => server);
const send = async (method: string, path: string, body?: unknown) =>
  call(server, method, `/api/v1${path}`, body === undefined ? {} : { body });
const definition = { nodes: [text('a', 'one')], outputs: { text: '{{ nodes.a.outputs.text }}' } };

describe('workflows', () => {
  it('are created with defaults, read, listed newest first, and deleted', async () => {
    const created = await send('POST', '/workflows', { name: ' Greet ', definition });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      id: expect.stringMatching(/^wf_[0-9a-z]{26}$/),
      name: 'Greet',
      description: '',
      status: 'active',
      input_schema: { type: 'object', properties: {}, required: [] },
      max_duration_s: 3600,
      version: 1,
      definition: { ...definition, edges: [] },
    });
    const { id } = created.body.data;
    expect((await send('GET', `/workflows/${id}`)).body.data).toEqual(created.body.data);
    const { definition: _, ...summary } = created.body.data;
    expect((await send('GET', '/workflows')).body.data[0]).toEqual(summary);
    expect((await send('DELETE', `/workflows/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await send('GET', `/workflows/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/workflows/${id}`)).status).toBe(404);
    expect((await send('POST', `/workflows/${id}/execute`, {})).status).toBe(404);
  });

  it('that are invalid are refused with a list of every fault', async () => {
    const { status, body } = await send('POST', '/workflows', {
      name: '',
      colour: 'red',
      max_duration_s: 0,
      input_schema: { properties: { a: { type: 'strin' } } },
      definition: {
        nodes: [
          text('a', '{{ 1 + }}'),
          text('a', 'x'),
          { id: 'b', type: 'workflow', config: { workflow_id: 'wf_nope' } },
          { id: 'c', type: 'template', config: {} },
        ],
        edges: [{ from: 'a', to: 'z' }],
      },
    });
    expect(status).toBe(400);
    expect(body.error.code).toBe('validation_error');
    expect(body.error.details.fields.map((field: { path: string }) => field.path).toSorted()).toEqual([
      'body.colour',
      'body.definition.edges[0].to',
      'body.definition.nodes[0].config.text',
      'body.definition.nodes[1].id',
      'body.definition.nodes[2].config.workflow_id',
      'body.definition.nodes[3].config.text',
      'body.max_duration_s',
      'body.name',
    ]);
    const schema = await send('POST', '/workflows', {
      name: 'x',
      definition,
      input_schema: { properties: { a: { type: 'strin' } } },
    });
    expect(schema.body.error.details.fields[0].path).toBe('body.input_schema');
    expect((await send('POST', '/workflows', { name: 'x' })).body.error.details.fields[0].path).toBe('body.definition');
  });

  it('refuse a merge patch that sets a field to null that they don’t have', async () => {
    const { id } = (await send('POST', '/workflows', { name: 'Greet', definition })).body.data;
    const patch = { id: null, descripton: null, definition: { node: null } };
    const { status, body } = await send('PATCH', `/workflows/${id}`, patch);
    expect(status).toBe(400);
    expect(body.error.details.fields.map((fault: { path: string; code: string }) => [fault.path, fault.code])).toEqual([
      ['body.id', 'unknown_field'],
      ['body.descripton', 'unknown_field'],
      ['body.definition.node', 'unknown_field'],
    ]);
    expect((await send('PATCH', `/workflows/${id}`, { definition: { outputs: null } })).status).toBe(200);
  });

  it('are changed by merge patch; a changed definition is a new version that running executions don’t see', async () => {
    const waiting = {
      nodes: [{ id: 'ask', type: 'approval', config: { title: 'Go?' } }, text('a', 'one')],
      edges: [{ from: 'ask', to: 'a', on: 'approved' }],
      outputs: { text: '{{ nodes.a.outputs.text }}' },
    };
    const id = await save(waiting);
    const old = await execute(id);
    await reached(old, 'waiting');
    const renamed = await send('PATCH', `/workflows/${id}`, { name: 'New', description: 'd' });
    expect(renamed.body.data).toMatchObject({ name: 'New', description: 'd', version: 1 });
    const changed = await send('PATCH', `/workflows/${id}`, {
      definition: { nodes: [text('a', 'two')], edges: [], outputs: { more: 'x' } },
    });
    expect(changed.body.data).toMatchObject({ version: 2, name: 'New' });
    expect(changed.body.data.definition.outputs).toEqual({ text: '{{ nodes.a.outputs.text }}', more: 'x' });
    expect((await reached(await execute(id))).outputs).toEqual({ text: 'two', more: 'x' });
    await send('POST', `/executions/${old}/approvals/ask`, { decision: 'approve' });
    expect(await reached(old)).toMatchObject({ workflow_version: 1, outputs: { text: 'one' } });

    expect((await send('PATCH', `/workflows/${id}`, { description: null })).body.data.description).toBe('');
    const wrong = await send('PATCH', `/workflows/${id}`, { name: null, version: 3 });
    expect(wrong.body.error.details.fields.map((field: { path: string }) => field.path).toSorted()).toEqual([
      'body.name',
      'body.version',
    ]);
    expect((await send('PATCH', '/workflows/wf_nope', {})).status).toBe(404);
    // The shape is checked before the existence.
    const misshapen = await send('PATCH', '/workflows/wf_nope', { name: 5, version: 3, definition: { nodes: {} } });
    expect(misshapen.body.error.details.fields.map((field: { path: string }) => field.path).toSorted()).toEqual([
      'body.definition.nodes',
      'body.name',
      'body.version',
    ]);
  });

  it('keep every one of several concurrent changes', async () => {
    const id = await save(definition);
    const changes = [
      { name: 'New' },
      { description: 'd' },
      { max_duration_s: 60 },
      { definition: { outputs: { more: 'x' } } },
      { input_schema: { properties: { a: { type: 'string' } } } },
    ];
    const answers = await Promise.all(changes.map(async (change) => send('PATCH', `/workflows/${id}`, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await send('GET', `/workflows/${id}`)).body.data).toMatchObject({
      name: 'New',
      description: 'd',
      max_duration_s: 60,
      version: 3,
      definition: { outputs: { text: '{{ nodes.a.outputs.text }}', more: 'x' } },
      input_schema: { properties: { a: { type: 'string' } } },
    });
  });

  it('are kept for their executions when deleted', async () => {
    const id = await save(definition);
    const execution = await execute(id);
    await reached(execution);
    await send('DELETE', `/workflows/${id}`);
    expect((await send('GET', `/executions/${execution}`)).body.data).toMatchObject({
      workflow_name: 'Test',
      status: 'completed',
    });
  });

  it('have a slug that is unique until they are deleted', async () => {
    const create = async () => send('POST', '/workflows', { name: 'Greet', slug: 'greet', definition });
    const { id, slug, version } = (await create()).body.data;
    expect({ slug, version }).toEqual({ slug: 'greet', version: 1 });
    expect((await create()).body.error.details.fields).toMatchObject([{ path: 'body.slug', code: 'taken' }]);
    const other = (await send('POST', '/workflows', { name: 'Other', definition })).body.data;
    expect(other.slug).toBeNull();
    const like = await send('PATCH', `/workflows/${other.id}`, { slug: id });
    expect(like.body.error?.details.fields).toMatchObject([{ path: 'body.slug', message: 'must not look like an id' }]);
    const taken = await send('PATCH', `/workflows/${other.id}`, { slug: 'greet' });
    expect(taken.body.error.details.fields).toMatchObject([{ path: 'body.slug', code: 'taken' }]);
    await send('DELETE', `/workflows/${id}`);
    expect((await send('PATCH', `/workflows/${other.id}`, { slug: 'greet' })).body.data).toMatchObject({
      slug: 'greet',
      version: 1,
    });
  });

  it('are invisible to another workspace', async () => {
    const id = await save(definition);
    const { sql } = server.platform.database;
    await sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
    await sql`UPDATE workflows SET workspace_id = 'ws_other' WHERE id = ${id}`;
    const answers = [
      await send('GET', `/workflows/${id}`),
      await send('PATCH', `/workflows/${id}`, {}),
      await send('DELETE', `/workflows/${id}`),
      await send('POST', `/workflows/${id}/execute`, {}),
      await send('POST', '/workflows', {
        name: 'x',
        definition: { nodes: [{ id: 'a', type: 'workflow', config: { workflow_id: id } }] },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400]);
  });
});
