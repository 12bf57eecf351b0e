import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type TestAnswer } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';

let server: ServerUnderTest;
let workflowId: string;
const workflows = workflowRuns(() => server);
beforeAll(async () => {
  server = await startServer();
  workflowId = await workflows.save({
    nodes: [text('say', 'Hello')],
    outputs: { output: '{{ nodes.say.outputs.text }}' },
  });
});
afterAll(async () => server.close());

const create = async (body: Record<string, unknown>) =>
  call(server, 'POST', '/api/v1/form-interfaces', {
    body: { title: 'Ask us', target_type: 'workflow', workflow_id: workflowId, ...body },
  });
const patch = async (id: string, body: unknown) => call(server, 'PATCH', `/api/v1/form-interfaces/${id}`, { body });
const fieldsOf = ({ body }: TestAnswer): string[] =>
  body.error.details.fields.map(({ path }: { path: string }) => path);

describe('the resource', () => {
  test('has the defaults of spec 2.10, and its public configuration is camelCase', async () => {
    const { status, body } = await create({ slug: 'defaults' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Ask us',
      title: 'Ask us',
      slug: 'defaults',
      status: 'active',
      target_type: 'workflow',
      workflow_id: workflowId,
      agent_id: null,
      allow_file_upload: false,
      file_upload_label: 'Upload files',
      max_files: 5,
      max_file_size_mb: 25,
      allowed_file_types: [],
      cover: null,
      fields: [],
      input_mapping: {},
      stats: { submissions: 0 },
    });
    const seen = await call(server, 'GET', '/api/public/form-interfaces/defaults', { key: null });
    expect(seen.body.data).toMatchObject({
      slug: 'defaults',
      targetType: 'workflow',
      workflowId,
      title: 'Ask us',
      fileUploadLabel: 'Upload files',
      maxFileSizeMb: 25,
      allowedFileTypes: [],
      allowUrlInput: false,
    });
    expect((await call(server, 'GET', '/public/form-interfaces/defaults', { key: null })).body.data).toEqual(
      seen.body.data,
    );
    expect(JSON.stringify(seen.body)).not.toMatch(/mapping|origins|limits/i);
    expect((await call(server, 'GET', '/api/v1/form-interfaces')).body.data[0]).toEqual(body.data);
  });

  test('reports every invalid field', async () => {
    await create({ slug: 'taken-slug' });
    expect(fieldsOf(await create({ slug: 'taken-slug' }))).toEqual(['body.slug']);
    expect(fieldsOf(await create({ workflow_id: 'wf_none' }))).toEqual(['body.workflow_id']);
    expect(fieldsOf(await create({ workflow_id: null }))).toEqual(['body.workflow_id']);
    expect(fieldsOf(await create({ target_type: 'agent' }))).toEqual(['body.agent_id']);
    expect(fieldsOf(await create({ target_type: 'agent', agent_id: 'agt_none' }))).toEqual(['body.agent_id']);
    expect(fieldsOf(await create({ title: undefined }))).toEqual(['body.title']);
    const none = { title: undefined, target_type: undefined, workflow_id: undefined };
    expect(fieldsOf(await create(none))).toEqual(['body.target_type', 'body.title']);
    expect(fieldsOf(await create({ workflow_id: null, max_files: 0 }))).toEqual(['body.max_files', 'body.workflow_id']);
    expect(fieldsOf(await call(server, 'POST', '/api/v1/form-interfaces', { body: [] }))).toEqual(['body']);
    expect(fieldsOf(await create({ cover: { type: 'color', value: 'url(x)}' } }))).toEqual(['body.cover.value']);
    expect(fieldsOf(await create({ fields: [{ name: 'a', label: 'A', type: 'select' }] }))).toEqual([
      'body.fields[0].options',
    ]);
    const twice = { name: 'a', label: 'A', type: 'text' };
    expect(fieldsOf(await create({ fields: [twice, twice] }))).toEqual(['body.fields[1].name']);
    expect(
      fieldsOf(
        await create({
          fields: [{ ...twice, show_if: 'inputs.(' }],
          input_mapping: { topic: '{{ inputs.topic', plain: 'text' },
        }),
      ),
    ).toEqual(['body.fields[0].show_if', 'body.input_mapping.topic']);
  });

  test('keeps an option of a field, an origin and a file type that is listed twice once', async () => {
    const field = { name: 'size', label: 'Size', type: 'select', options: ['large', 'small', 'large'] };
    const origins = ['https://a.example', 'https://A.example'];
    const { data } = (await create({ fields: [field], allowed_origins: origins, allowed_file_types: ['pdf', 'PDF'] }))
      .body;
    expect(data).toMatchObject({
      fields: [{ options: ['large', 'small'] }],
      allowed_origins: ['https://a.example'],
      allowed_file_types: ['pdf'],
    });
  });

  test('with a word for a colour, which older versions accepted, can be changed', async () => {
    const { id } = (await create({})).body.data;
    const old = JSON.stringify({ cover: { type: 'color', value: 'brandblue' } });
    await server.platform.database.sql`
      UPDATE form_interfaces SET settings = settings::jsonb || ${old}::text::jsonb WHERE id = ${id}`;
    const { status, body } = await call(server, 'PATCH', `/api/v1/form-interfaces/${id}`, {
      body: { status: 'paused' },
    });
    expect([status, body.data]).toMatchObject([200, { cover: null, status: 'paused' }]);
  });

  test('has no field with the name of another value of a submission, which would hide it', async () => {
    const field = { label: 'Your message', type: 'textarea', required: false };
    const named = (...names: string[]) => names.map((name) => ({ ...field, name }));
    const refused = await create({ fields: named('urls', 'message', 'unread') });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['body.fields[0].name', 'body.fields[2].name']]);

    const { id } = (await create({ fields: named('topic') })).body.data;
    expect(fieldsOf(await patch(id, { fields: named('files') }))).toEqual(['body.fields[0].name']);
    // A form that an earlier version has stored can still be changed.
    const stored = { fields: named('content') };
    await server.platform.database.sql`
      UPDATE form_interfaces SET settings = (settings::jsonb || ${JSON.stringify(stored)}::text::jsonb)::json WHERE id = ${id}`;
    const kept = await patch(id, { description: 'New', fields: named('content', 'topic') });
    expect([kept.status, kept.body.data.fields.length]).toEqual([200, 2]);
    expect(fieldsOf(await patch(id, { fields: named('content', 'urls') }))).toEqual(['body.fields[1].name']);
  });

  test('is changed by a merge patch', async () => {
    const { id } = (await create({ slug: 'patched', max_files: 2, input_label: 'Say' })).body.data;
    const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
    const changed = await patch(id, { target_type: 'agent', agent_id: agent.body.data.id, max_files: null });
    expect(changed.body.data).toMatchObject({
      slug: 'patched',
      target_type: 'agent',
      agent_id: agent.body.data.id,
      workflow_id: null,
      max_files: 5,
      input_label: 'Say',
    });
    expect(fieldsOf(await patch(id, { target_type: 'workflow' }))).toEqual(['body.workflow_id']);
    await create({ slug: 'of-another' });
    expect(fieldsOf(await patch(id, { slug: 'of-another' }))).toEqual(['body.slug']);
    expect(fieldsOf(await patch(id, { cover: { type: 'video' } }))).toContain('body.cover.type');
    for (const [path, users] of [
      [`agents/${agent.body.data.id}`, id],
      [`workflows/${workflowId}`, 'fmi_'],
    ]) {
      const refused = await call(server, 'DELETE', `/api/v1/${path}`);
      expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(users ?? '')]);
    }
  });

  test('can be paused, obeys its allowed origins, and is deleted with everything', async () => {
    const { id } = (await create({ slug: 'closing', allowed_origins: ['https://site.example'] })).body.data;
    const face = async (origin?: string) =>
      call(server, 'GET', '/api/public/form-interfaces/closing', {
        key: null,
        headers: origin === undefined ? {} : { Origin: origin },
      });
    expect((await face('https://site.example')).headers.get('access-control-allow-origin')).toBe(
      'https://site.example',
    );
    const refused = await face('https://evil.example');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, null]);
    expect((await face()).status).toBe(200);
    await patch(id, { status: 'paused' });
    expect((await face()).status).toBe(404);
    // A page of any origin must be able to read this.
    const paused = await face('https://evil.example');
    expect([paused.status, paused.headers.get('access-control-allow-origin')]).toEqual([404, 'https://evil.example']);
    expect((await call(server, 'DELETE', `/api/v1/form-interfaces/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await call(server, 'GET', `/api/v1/form-interfaces/${id}`)).status).toBe(404);
    expect((await call(server, 'DELETE', '/api/v1/form-interfaces/fmi_none')).status).toBe(404);
  });
});
