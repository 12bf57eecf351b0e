import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, eventually } from '../client.ts';
import { testFields } from './fields.ts';
import { makeForm } from './interfaces.ts';
import { type Body, fileForm, useWorld } from './world.ts';

const world = useWorld();
const visit = async (path: string) => (await call(world.server, 'GET', path, { key: null })).body.data;

describe('Specification 2.10 Form interface configuration', () => {
  const texts = {
    title: 'Ask us',
    description: 'Anything',
    input_label: 'Your question',
    input_placeholder: 'Type here',
    file_upload_label: 'Attach',
    url_input_label: 'Pages',
    output_label: 'Our answer',
    submit_button_text: 'Ask',
    submit_loading_text: 'Asking',
  };
  let form: Body;
  let shown: Body;
  let bare: Body;
  let agentForm: Body;
  beforeAll(async () => {
    form = await makeForm(world, {
      ...texts,
      cover: { type: 'color', value: '#336699' },
      max_files: 3,
      max_file_size_mb: 2,
      allowed_file_types: ['application/pdf'],
      show_copy_button: false,
      show_download_button: false,
      allow_output_edit: true,
    });
    shown = await visit(form.base);
    const { id } = await world.agent();
    const made = await world.make('/form-interfaces', { title: 'Bare', target_type: 'agent', agent_id: id });
    agentForm = { ...made, agent: id };
    bare = await visit(`/api/public/form-interfaces/${made.slug}`);
  });

  describe('Fields', () => {
    testFields(() => shown, {
      targetType: ['workflow or agent', z.literal('workflow')],
      workflowId: 'string',
      agentId: 'null',
      title: 'string',
      description: 'string',
      cover: [
        'object, its type one of: image, color, stock',
        z.strictObject({ type: z.literal('color'), value: z.string() }),
      ],
      inputLabel: 'string',
      inputPlaceholder: 'string',
      allowFileUpload: 'boolean',
      fileUploadLabel: 'string',
      maxFiles: 'number',
      maxFileSizeMb: 'number',
      allowedFileTypes: ['array of MIME types', z.array(z.literal('application/pdf')).length(1)],
      allowUrlInput: 'boolean',
      urlInputLabel: 'string',
      outputLabel: 'string',
      showCopyButton: 'boolean',
      showDownloadButton: 'boolean',
      allowOutputEdit: 'boolean',
      submitButtonText: 'string',
      submitLoadingText: 'string',
      // docs/reference/public-forms.md#submitting.
      slug: 'string',
      successMessage: 'null',
      fields: ['array', z.array(z.never())],
    });
    it('are the values saved under snake_case names', () => {
      expect(shown).toMatchObject({
        title: texts.title,
        description: texts.description,
        inputLabel: texts.input_label,
        inputPlaceholder: texts.input_placeholder,
        fileUploadLabel: texts.file_upload_label,
        urlInputLabel: texts.url_input_label,
        outputLabel: texts.output_label,
        submitButtonText: texts.submit_button_text,
        submitLoadingText: texts.submit_loading_text,
        maxFiles: 3,
        maxFileSizeMb: 2,
        showCopyButton: false,
        showDownloadButton: false,
        allowOutputEdit: true,
      });
    });
  });

  describe('Targets', () => {
    it('workflowId is used when targetType is workflow', () => {
      expect(shown).toMatchObject({ targetType: 'workflow', workflowId: form.workflow_id, agentId: null });
    });
    it('agentId is used when targetType is agent', () => {
      expect(bare).toMatchObject({ targetType: 'agent', workflowId: null, agentId: agentForm.agent });
    });
    it('a workflow target gets the form inputs mapped to workflow variables', async () => {
      const outputs = { output: '{{ inputs.question & "/" & inputs.city }}' };
      const nodes = [{ id: 'say', type: 'template', config: { text: 'x' } }];
      const { id } = await world.make('/workflows', { name: 'Mapped', definition: { nodes, outputs } });
      const input_mapping = { question: '{{ message }}' };
      const fields = [{ name: 'city', label: 'City' }];
      const mapped = await makeForm(world, { workflow_id: id, input_mapping, fields });
      const body = { message: 'Why?', inputs: { city: 'Oslo' } };
      const { id: submission } = await world.post(`${mapped.base}/submissions`, body, { key: null });
      const done = await finished(`${mapped.base}/submissions/${submission}`);
      expect(done.output).toBe('Why?/Oslo');
    });
    it('an agent target starts a conversation and receives the inputs as context', async () => {
      world.model.reply({ text: 'Because.' });
      const base = `/api/public/form-interfaces/${agentForm.slug}`;
      const { id } = await world.post(`${base}/submissions`, { message: 'Why?' }, { key: null });
      const done = await finished(`${base}/submissions/${id}`);
      expect(done).toMatchObject({ output: 'Because.', executionId: null, executionStatus: 'completed' });
      expect(JSON.stringify(world.model.calls.at(-1)?.body['messages'])).toContain('Why?');
    });
    const finished = async (path: string) =>
      eventually(async () => {
        const submission = await visit(path);
        return ['completed', 'failed'].includes(submission.executionStatus) ? submission : undefined;
      });
  });

  describe('Defaults', () => {
    it.each([
      ['allowFileUpload', false],
      ['fileUploadLabel', 'Upload files'],
      ['maxFiles', 5],
      ['maxFileSizeMb', 25],
      ['allowedFileTypes', []],
    ])('%s is %j', (field, value) => {
      expect(bare[field]).toEqual(value);
    });
  });

  it.each(['image', 'color', 'stock'])('cover type %s', async (type) => {
    const value = { image: 'https://example.com/a.png', color: 'teal', stock: 'paper' }[type];
    const { base } = await makeForm(world, { cover: { type, value } });
    expect((await visit(base)).cover).toEqual({ type, value });
  });
  it('no other cover type', async () => {
    const answer = await world.api('PATCH', `/form-interfaces/${form.id}`, {
      body: { cover: { type: 'video', value: 'x' } },
    });
    expect(answer.status).toBe(400);
  });

  it('An interface also has a URL slug used in public paths', async () => {
    const { slug } = await makeForm(world, { slug: `ask-${process.pid}` });
    expect(slug).toBe(`ask-${process.pid}`);
    expect(await visit(`/api/public/form-interfaces/${slug}`)).toMatchObject({ slug });
  });

  describe('Supported upload categories', () => {
    const png = Uint8Array.from(
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    );
    it.each([
      ['TXT', 'a.txt', 'Hello', 'text/plain'],
      ['MD', 'a.md', '# Hello', 'text/markdown'],
      ['HTML', 'a.html', '<!doctype html><p>Hello</p>', 'text/html'],
      ['JSON', 'a.json', '{"a":1}', 'application/json'],
      ['CSV', 'a.csv', 'a,b\n1,2\n', 'text/csv'],
      ['PNG', 'a.png', png, 'image/png'],
      ['JS', 'a.js', 'export default 1;', expect.stringContaining('text/')],
      ['TS', 'a.ts', 'export default 1;', expect.stringContaining('text/')],
      ['PY', 'a.py', 'print(1)', expect.stringContaining('text/')],
    ])('%s', async (_kind, name, content, mimeType) => {
      const { base } = await makeForm(world);
      const { status, body } = await call(world.server, 'POST', `${base}/upload`, {
        key: null,
        form: fileForm(name, content),
      });
      expect(body.error ?? status).toBe(201);
      expect(body.data.mimeType).toEqual(mimeType);
    });
    it('nothing else', async () => {
      const { base } = await makeForm(world);
      const answer = await call(world.server, 'POST', `${base}/upload`, {
        key: null,
        form: fileForm('a.pdf', Uint8Array.from([0x4d, 0x5a, 0, 1, 2, 3, 0xff, 0xfe])),
      });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error']);
    });
  });

  it('Uploaded files receive a signed download URL, valid 24 hours', async () => {
    const { base } = await makeForm(world);
    const form_ = fileForm('a.txt', 'Hello');
    const { downloadUrl } = (await call(world.server, 'POST', `${base}/upload`, { key: null, form: form_ })).body.data;
    const { pathname, searchParams, search } = new URL(downloadUrl);
    const left = Number(searchParams.get('expires')) - Date.now() / 1000;
    expect(left).toBeGreaterThan(86_400 - 300);
    expect(left).toBeLessThanOrEqual(86_401);
    expect((await fetch(world.server.url + pathname + search)).status).toBe(200);
    const forged = search.replace(/expires=\d+/, `expires=${Number(searchParams.get('expires')) + 60}`);
    expect((await fetch(world.server.url + pathname + forged)).status).not.toBe(200);
  });

  it.each([
    ['text', 'Herons nest'],
    ['markdown', '**nest**'],
    ['html', '<b>nest</b>'],
  ])('Provided URLs are fetched and converted to %s', async (extractionMode, part) => {
    const page = '<html><title>Birds</title><body><h1>Birds</h1><p>Herons <b>nest</b> in April.</p></body></html>';
    world.receiver.answer(`/page-${extractionMode}`, (response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(page);
    });
    const { base } = await makeForm(world, { input_mapping: { message: '{{ content }}' } });
    const urls = [`${world.receiver.url}/page-${extractionMode}`];
    const { id } = await world.post(`${base}/submissions`, { message: '', urls, extractionMode }, { key: null });
    const done = await eventually(async () => {
      const submission = await visit(`${base}/submissions/${id}`);
      return ['completed', 'failed'].includes(submission.executionStatus) ? submission : undefined;
    });
    expect(done.output).toContain(part);
  });
});
