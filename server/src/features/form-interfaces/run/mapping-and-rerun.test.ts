import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';

let server: ServerUnderTest;
const workflows = workflowRuns(() => server);
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

async function createForm(more: object = {}, said = '{{ inputs.message }}: {{ inputs.content }}') {
  const workflowId = await workflows.save({
    nodes: [text('say', said)],
    outputs: { output: '{{ nodes.say.outputs.text }}' },
  });
  const body = { title: 'Ask us', target_type: 'workflow', workflow_id: workflowId, allow_file_upload: true, ...more };
  const { data } = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body;
  return { id: data.id, workflowId, base: `/api/public/form-interfaces/${data.slug}` };
}

async function list(id: string) {
  return (await call(server, 'GET', `/api/v1/form-interfaces/${id}/submissions`)).body.data;
}

async function finished(id: string, submission: string) {
  return eventually(async () => {
    const rows: { id: string; execution_status: string }[] = await list(id);
    const row = rows.find((one) => one.id === submission);
    return row !== undefined && ['completed', 'failed'].includes(row.execution_status) ? row : undefined;
  });
}

describe('mapping-preview', () => {
  const preview = async (id: string, body: unknown) =>
    call(server, 'POST', `/api/v1/form-interfaces/${id}/mapping-preview`, { body });

  it('returns the inputs that the workflow would get, and runs nothing', async () => {
    const { id } = await createForm({
      input_mapping: { shout: '{{ $uppercase(message) }}', count: '{{ $count(urls) }}' },
    });
    const submission = { message: 'Hi', inputs: { topic: 'Owls' }, urls: ['https://example.com/'], content: 'Text.' };
    const countRuns = async () => (await call(server, 'GET', '/api/v1/executions')).body.pagination.total_count;
    const before = await countRuns();
    const { status, body } = await preview(id, { submission });
    expect(status).toBe(200);
    expect(body.data.inputs).toMatchObject({ shout: 'HI', count: 1, message: 'Hi', topic: 'Owls', content: 'Text.' });
    // The workflow gets the form's inputs by their own names only.
    expect(body.data.inputs).not.toHaveProperty('inputs');
    expect(await countRuns()).toBe(before);
  });

  it('tries an unsaved mapping and workflow', async () => {
    const { id } = await createForm();
    const schema = { type: 'object', properties: { topic: { type: 'string' } } };
    const definition = { nodes: [text('say', 'x')] };
    const other = await call(server, 'POST', '/api/v1/workflows', {
      body: { name: 'T', input_schema: schema, definition },
    });
    const body = {
      submission: { message: 'Hi', inputs: { topic: 'Owls', more: 1 } },
      input_mapping: { title: 'About {{ topic }}' },
      workflow_id: other.body.data.id,
    };
    expect((await preview(id, body)).body.data.inputs).toEqual({ topic: 'Owls', title: 'About Owls' });
  });

  it('names every template that fails', async () => {
    const { id } = await createForm();
    const mapping = { fine: '{{ message }}', broken: '{{ message ', odd: '{{ $number("x") }}' };
    const parse = await preview(id, { submission: {}, input_mapping: mapping });
    expect(parse.status).toBe(400);
    expect(parse.body.error.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      'body.input_mapping.broken',
    ]);
    const run = await preview(id, { submission: {}, input_mapping: { odd: mapping.odd } });
    expect(run.body.error.details.fields).toMatchObject([{ path: 'body.input_mapping.odd' }]);
  });

  it('refuses a submission of another form, and a form of an agent', async () => {
    const { id } = await createForm();
    expect((await preview(id, { submission: 'sub_unknown' })).status).toBe(400);
    const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'A' } })).body.data.id;
    const body = { title: 'Agent', target_type: 'agent', agent_id: agent };
    const form = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body.data.id;
    expect((await preview(form, { submission: {} })).status).toBe(400);
    expect((await preview('fmi_unknown', { submission: {} })).status).toBe(404);
  });
});

describe('a question called message', () => {
  const fields = [{ name: 'message', label: 'Your message', type: 'textarea', required: true }];
  const submit = async (base: string, body: unknown) =>
    (await call(server, 'POST', `${base}/submissions`, { key: null, body })).body.data.id;

  it('is the message for the workflow', async () => {
    const { id, base } = await createForm({ fields }, '{{ inputs.message }}');
    const done = await finished(id, await submit(base, { inputs: { message: 'Where are you?' } }));
    expect(done).toMatchObject({ inputs: { message: 'Where are you?' }, output: 'Where are you?' });
  });

  it('does not hide what the visitor wrote in the form’s own field', async () => {
    const { id, base } = await createForm({ fields }, '{{ inputs.message }}');
    const done = await finished(id, await submit(base, { message: 'Hello', inputs: { message: 'Where are you?' } }));
    expect(done).toMatchObject({ output: 'Hello' });
  });
});

describe('rerun', () => {
  const rerun = async (id: string, submission: string, headers = {}) =>
    call(server, 'POST', `/api/v1/form-interfaces/${id}/submissions/${submission}/rerun`, { headers });

  it('submits the same message and files again; the earlier submission is not changed', async () => {
    const { id, base, workflowId } = await createForm();
    const file = new FormData();
    file.append('file', new Blob(['Remember the milk.']), 'notes.txt');
    const upload = await call(server, 'POST', `${base}/upload`, { key: null, form: file });
    const sent = await call(server, 'POST', `${base}/submissions`, {
      key: null,
      body: { message: 'Hi', files: [upload.body.data.fileRef] },
    });
    const first = await finished(id, sent.body.data.id);
    expect(first).toMatchObject({ output: 'Hi: Remember the milk.', rerun_of: null });

    const definition = {
      nodes: [text('say', 'Now {{ inputs.content }}')],
      outputs: { output: '{{ nodes.say.outputs.text }}' },
    };
    await call(server, 'PATCH', `/api/v1/workflows/${workflowId}`, { body: { definition } });
    const again = await rerun(id, first.id);
    expect(again.status).toBe(202);
    expect(again.body.data).toMatchObject({ rerun_of: first.id, message: 'Hi', execution_status: 'submitted' });
    expect(again.body.data.id).not.toBe(first.id);
    expect(await finished(id, again.body.data.id)).toMatchObject({
      output: 'Now Remember the milk.',
      files: [{ file_name: 'notes.txt' }],
    });
    const now = (await list(id)).find((row: { id: string }) => row.id === first.id);
    // Addresses of files are signed again for each reader.
    expect({ ...now, files: [] }).toEqual({ ...first, files: [] });
    // Questions can be asked about both.
    const question = { query: 'milk' };
    const path = `${base}/submissions/${again.body.data.id}/query`;
    const found = await eventually(async () => {
      const { data } = (await call(server, 'POST', path, { key: null, body: question })).body;
      return data.results.length > 0 ? data : undefined;
    });
    expect(found.results[0].content).toContain('milk');
  });

  it('that a limit has refused is done with the same Idempotency-Key once the limit allows it', async () => {
    const { id, base } = await createForm({ limits: { daily_credits: 1 } });
    const sent = await call(server, 'POST', `${base}/submissions`, { key: null, body: { message: 'Hi' } });
    const first = await finished(id, sent.body.data.id);
    await server.platform.database.sql`
      INSERT INTO interface_credits (interface_id, day, spent) VALUES (${id}, (now() AT TIME ZONE 'utc')::date, 1)
      ON CONFLICT (interface_id, day) DO UPDATE SET spent = 1`;
    const headers = { 'Idempotency-Key': 'again' };
    expect((await rerun(id, first.id, headers)).status).toBe(429);
    await call(server, 'PATCH', `/api/v1/form-interfaces/${id}`, { body: { limits: { daily_credits: 2 } } });
    const again = await rerun(id, first.id, headers);
    expect(again.status).toBe(202);
    const repeated = await rerun(id, first.id, headers);
    expect([repeated.status, repeated.body]).toEqual([202, again.body]);
  });

  it('runs an agent’s form again, too', async () => {
    const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'A' } })).body.data.id;
    const body = { title: 'Agent', target_type: 'agent', agent_id: agent };
    const form = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body.data;
    const path = `/api/public/form-interfaces/${form.slug}/submissions`;
    const sent = await call(server, 'POST', path, { key: null, body: { message: 'Hi' } });
    await finished(form.id, sent.body.data.id);
    const again = (await rerun(form.id, sent.body.data.id)).body.data;
    expect(await finished(form.id, again.id)).toMatchObject({
      execution_status: 'completed',
      rerun_of: sent.body.data.id,
    });
  });

  it('refuses a submission that is in progress, unknown, or not allowed', async () => {
    const { id, base, workflowId } = await createForm();
    const wait = { nodes: [{ id: 'wait', type: 'delay', config: { seconds: 3600 } }] };
    await call(server, 'PATCH', `/api/v1/workflows/${workflowId}`, { body: { definition: wait } });
    const sent = await call(server, 'POST', `${base}/submissions`, { key: null, body: { message: 'Hi' } });
    const refused = await rerun(id, sent.body.data.id);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.fields[0].code).toBe('not_in_this_state');
    expect(refused.body.error.details.status).toMatch(/submitted|processing|running/);
    expect((await rerun(id, 'sub_unknown')).status).toBe(404);
    const key = { name: 'Narrow', scopes: ['interfaces:read', 'interfaces:write'] };
    const narrow = (await call(server, 'POST', '/api/v1/api-keys', { body: key })).body.data.key;
    const path = `/api/v1/form-interfaces/${id}/submissions/${sent.body.data.id}/rerun`;
    expect((await call(server, 'POST', path, { key: narrow })).status).toBe(403);
  });
});
