import { submissionEvents } from '@portico/shared-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, eventually, readEvents, type ReceivedEvent, type TestAnswer } from '../../../../test/client.ts';
import { makeDocx, makePdf, wordParagraph } from '../../../../test/documents.ts';
import { type Listening, serveOnLoopback } from '../../../../test/loopback.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { useClock } from '../../../../test/clock.ts';
import { createOutage, interceptQueries } from '../../../../test/intercept-queries.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';

let model: ModelServer;
let site: Listening;
let siteUrl: string;
let server: ServerUnderTest;
const clock = useClock();
const workflows = workflowRuns(() => server);

beforeAll(async () => {
  model = await startModelServer();
  site = await serveOnLoopback((request, response) => {
    if (request.url === '/page') {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        '<html><title>Herons</title><body><h1>Herons</h1><p>Grey herons <b>nest</b> in April.</p></body></html>',
      );
    } else {
      response.statusCode = 404;
      response.end('not here');
    }
  });
  siteUrl = site.url;
  server = await startServer({
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'test-model',
    OUTBOUND_ALLOW: site.host,
  });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await site.close();
});

interface Form {
  readonly id: string;
  readonly slug: string;
  readonly base: string;
}

async function createForm(settings: Record<string, unknown>): Promise<Form> {
  const body = { title: 'Ask us', ...settings };
  const answer = await call(server, 'POST', '/api/v1/form-interfaces', { body });
  expect(answer.body.error?.details ?? answer.status).toBe(201);
  const { id, slug } = answer.body.data;
  return { id, slug, base: `/api/public/form-interfaces/${slug}` };
}

/** A form for a workflow that returns its inputs. */
async function createEcho(settings: Record<string, unknown> = {}, schema?: object): Promise<Form> {
  const workflow = await workflows.save(
    { nodes: [text('say', 'ok')], outputs: { output: '{{ inputs }}' } },
    schema === undefined ? {} : { input_schema: schema },
  );
  const rest = { allow_file_upload: true, allow_url_input: true, ...settings };
  return createForm({ target_type: 'workflow', workflow_id: workflow, ...rest });
}

const submit = async (form: Form, body: unknown) =>
  call(server, 'POST', `${form.base}/submissions`, { key: null, body });
const status = async (form: Form, id: string) => call(server, 'GET', `${form.base}/submissions/${id}`, { key: null });

async function upload(form: Form, name: string, content: string | Uint8Array, sessionId?: string): Promise<TestAnswer> {
  const body = new FormData();
  if (sessionId !== undefined) body.append('sessionId', sessionId);
  body.append('file', new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]), name);
  return call(server, 'POST', `${form.base}/upload`, { key: null, form: body });
}

const onePage = async (paragraph: string) => makePdf([{ heading: 'A note', paragraphs: [paragraph] }]);

async function ended(form: Form, id: string) {
  return eventually(async () => {
    const { data } = (await status(form, id)).body;
    return ['completed', 'failed'].includes(data.executionStatus) ? data : undefined;
  });
}

async function run(form: Form, body: unknown) {
  const answer = await submit(form, body);
  expect(answer.body.error?.details ?? answer.status).toBe(202);
  return ended(form, answer.body.data.id);
}

const follow = async (form: Form, id: string, lastEventId?: number): Promise<ReceivedEvent[]> =>
  readEvents(server, `${form.base}/submissions/${id}/events`, {
    key: null,
    headers: lastEventId === undefined ? {} : { 'Last-Event-ID': String(lastEventId) },
  });
const fieldsOf = ({ body }: TestAnswer): string[] =>
  body.error.details.fields.map(({ path }: { path: string }) => path);

describe('an upload', () => {
  test('is stored privately with a signed address, with the type of its content', async () => {
    const form = await createEcho({ allowed_file_types: ['text/*', 'pdf'], max_file_size_mb: 0.01 });
    const { status: code, body } = await upload(form, '../../notes.txt', 'Some notes');
    expect(code).toBe(201);
    expect(body.data).toMatchObject({ fileName: 'notes.txt', fileSize: 10, mimeType: 'text/plain' });
    expect(body.data.fileRef).toMatch(/^fref_[\w-]{22,}$/);
    expect(body.data.storageUri).not.toContain(body.data.fileRef);
    const url = new URL(body.data.downloadUrl);
    const download = await fetch(server.url + url.pathname + url.search);
    expect([download.status, await download.text()]).toEqual([200, 'Some notes']);
    expect(download.headers.get('content-disposition')).toContain('attachment');
    expect(Number(url.searchParams.get('expires')) - Date.now() / 1000).toBeLessThanOrEqual(86_400);

    expect((await upload(form, 'paper.bin', await onePage('A paper.'))).body.data.mimeType).toBe('application/pdf');
    const program = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for (const [name, content] of [
      ['photo.png', program],
      ['notes.txt', program],
      ['letter.docx', makeDocx(wordParagraph('A letter.'))],
      ['empty.txt', ''],
    ] as const) {
      expect(fieldsOf(await upload(form, name, content))).toEqual(['body.file']);
    }
    const large = await upload(form, 'large.txt', 'x'.repeat(10_486));
    expect([large.status, large.body.error.details.limit_bytes]).toEqual([400, 10_485]);
    expect((await upload(form, 'exact.txt', 'x'.repeat(10_485))).status).toBe(201);
    expect(await server.platform.database.sql`SELECT 1 FROM files WHERE owner = ${form.id}`).toHaveLength(3);
  });

  test('works only for its form and its session, and again within that session', async () => {
    const form = await createEcho();
    const other = await createEcho();
    const mine = 'a'.repeat(16);
    const ref = (await upload(form, 'a.txt', 'text', mine)).body.data.fileRef;
    const theirs = (await upload(other, 'b.txt', 'text')).body.data.fileRef;
    expect(fieldsOf(await submit(form, { files: ['fref_nonsense'] }))).toEqual(['body.files[0]']);
    expect(fieldsOf(await submit(form, { files: [ref, theirs], sessionId: mine }))).toEqual(['body.files[1]']);
    expect(fieldsOf(await submit(form, { files: [ref], sessionId: 'b'.repeat(16) }))).toEqual(['body.files[0]']);
    expect(fieldsOf(await upload(form, 'a.txt', 'text', 'short'))).toEqual(['body.sessionId']);
    for (const body of [{ files: [ref], sessionId: mine }, { files: [ref, ref] }]) {
      const answer = await submit(form, body);
      expect(answer.status).toBe(202);
      expect(answer.body.data.files).toHaveLength(1);
    }
  });

  test('is refused if the form accepts no files, or fewer', async () => {
    const closed = await createEcho({ allow_file_upload: false, allow_url_input: false });
    expect(fieldsOf(await upload(closed, 'a.txt', 'text'))).toEqual(['body.file']);
    expect(fieldsOf(await submit(closed, { urls: [`${siteUrl}/page`] }))).toEqual(['body.urls']);
    const one = await createEcho({ max_files: 1 });
    const refs = [];
    for (const name of ['a', 'b']) refs.push((await upload(one, `${name}.txt`, name)).body.data.fileRef);
    expect(fieldsOf(await submit(one, { files: refs }))).toEqual(['body.files']);
  });
});

describe('a submission', () => {
  test('is made once for each Idempotency-Key', async () => {
    const form = await createEcho();
    const send = async (key: string, message = 'Hello') =>
      call(server, 'POST', `${form.base}/submissions`, {
        key: null,
        body: { message },
        headers: { 'idempotency-key': key },
      });
    const key = 'k'.repeat(16);
    const answers = await Promise.all([send(key), send(key)]);
    answers.push(await send(key));
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202]);
    const ids = answers.map((answer) => answer.body.data.id);
    expect(new Set(ids).size).toBe(1);
    expect((await send('l'.repeat(16))).body.data.id).not.toBe(ids[0]);
    expect(fieldsOf(await send(key, 'Goodbye'))).toEqual(['headers.idempotency-key']);
    // Others could guess it.
    expect(fieldsOf(await send('short'))).toEqual(['headers.idempotency-key']);
  });

  test('is made once, also if its result can’t be recorded at once', async () => {
    const form = await createEcho();
    let failures = 0;
    const restore = interceptQueries(server.platform.database, (text, run) => {
      if (failures > 0 || !text.includes('UPDATE idempotent_requests SET status')) return run();
      failures += 1;
      throw createOutage();
    });
    const send = async () =>
      call(server, 'POST', `${form.base}/submissions`, {
        key: null,
        body: { message: 'Hello' },
        headers: { 'idempotency-key': 'r'.repeat(16) },
      });
    const first = await send().finally(restore);
    expect([first.status, failures]).toEqual([202, 1]);
    expect((await send()).body.data.id).toBe(first.body.data.id);
  });

  test('is counted before its entries are looked at', async () => {
    const form = await createEcho();
    expect(fieldsOf(await submit(form, { files: Array(1_001).fill(1) }))).toEqual(['body.files']);
    expect(fieldsOf(await submit(form, { urls: Array(1_001).fill(1) }))).toEqual(['body.urls']);
  });

  test('returns 202 with spec 2.11’s fields and goes through its states to the output', async () => {
    const form = await createEcho();
    const ref = (await upload(form, 'notes.txt', 'Remember the milk.')).body.data.fileRef;
    const answer = await submit(form, {
      message: 'Hi',
      files: [ref],
      urls: [`${siteUrl}/page`],
      extractionMode: 'markdown',
    });
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({
      interfaceId: form.id,
      message: 'Hi',
      files: [{ fileName: 'notes.txt', fileSize: 18, mimeType: 'text/plain' }],
      urls: [`${siteUrl}/page`],
      output: null,
      executionId: null,
      executionStatus: 'submitted',
    });
    const { id } = answer.body.data;
    expect(id).toMatch(/^sub_[\w-]{22,}$/);
    const events = await follow(form, id);
    const [connected, ...rest] = events;
    expect(connected).toMatchObject({ id: undefined, event: 'connected', data: { submission_id: id } });
    for (const { event, data } of rest) {
      submissionEvents[event as keyof typeof submissionEvents].parse(data);
    }
    expect(rest.map(({ id: number }) => number)).toEqual(rest.map((_, at) => at + 1));
    expect(
      rest
        .filter(({ event }) => event === 'submission:processing')
        .map(({ data }) => [data.file ?? data.url, data.done]),
    ).toEqual([
      ['notes.txt', 0],
      ['notes.txt', 1],
      [`${siteUrl}/page`, 1],
      [`${siteUrl}/page`, 2],
    ]);
    expect(rest.at(-1)?.event).toBe('submission:completed');
    const done = (await status(form, id)).body.data;
    expect(done.executionStatus).toBe('completed');
    expect(done.output).toBe(rest.at(-1)?.data.output);
    const inputs = JSON.parse(done.output);
    expect(inputs).toMatchObject({ message: 'Hi', urls: [`${siteUrl}/page`] });
    expect(inputs.files).toMatchObject([{ file_name: 'notes.txt', mime_type: 'text/plain' }]);
    expect(inputs.content).toContain('Remember the milk.');
    expect(inputs.content).toContain('Grey herons **nest** in April.');
    expect((await workflows.get(done.executionId)).status).toBe('completed');
    expect((await follow(form, id, 3)).slice(1)).toEqual(rest.slice(3));
    const list = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`);
    expect(list.body.data).toMatchObject([{ id, execution_status: 'completed', execution_id: done.executionId }]);
  });

  test('can be followed from an id beyond its newest event', async () => {
    const ask = { id: 'ask', type: 'approval', config: { title: 'Publish?' } };
    const form = await createForm({ target_type: 'workflow', workflow_id: await workflows.save({ nodes: [ask] }) });
    const { id } = (await submit(form, { message: 'Hi' })).body.data;
    const execution = await eventually(async () => {
      const { executionId } = (await status(form, id)).body.data;
      return executionId !== null && (await workflows.get(executionId)).status === 'waiting' ? executionId : undefined;
    });
    const events = await readEvents(server, `${form.base}/submissions/${id}/events`, {
      key: null,
      headers: { 'Last-Event-ID': '1000' },
      until: ({ event }) => {
        const path = `/api/v1/executions/${execution}/approvals/ask`;
        if (event === 'connected') void call(server, 'POST', path, { body: { decision: 'approve' } });
        return false;
      },
    });
    expect(events.at(-1)?.event).toBe('submission:completed');
  });

  test('names an execution only when it exists', async () => {
    const form = await createEcho();
    for (let i = 0; i < 10; i += 1) {
      const { id } = (await submit(form, { message: 'Hi' })).body.data;
      const isRunning = ({ event }: ReceivedEvent) => event === 'submission:running';
      await readEvents(server, `${form.base}/submissions/${id}/events`, { key: null, until: isRunning });
      const { executionId } = (await status(form, id)).body.data;
      expect((await call(server, 'GET', `/api/v1/executions/${executionId}`)).status).toBe(200);
      await ended(form, id);
    }
  });

  test('can be queried by its contents, each passage with its source', async () => {
    const form = await createEcho();
    const ref = (await upload(form, 'notes.pdf', await onePage('Zebras have stripes and live in Africa.'))).body.data
      .fileRef;
    const { id } = await run(form, { message: 'A note of mine', files: [ref], urls: [`${siteUrl}/page`] });
    const ask = async (body: unknown) =>
      call(server, 'POST', `${form.base}/submissions/${id}/query`, { key: null, body });
    const { body } = await ask({ query: 'Zebras have stripes', topK: 2 });
    expect(body.data).toMatchObject({ query: 'Zebras have stripes', topK: 2 });
    expect(body.data.results[0]).toMatchObject({ source: { kind: 'file', name: 'notes.pdf' } });
    expect(body.data.results[0].content).toContain('Zebras');
    expect(body.data.results.length).toBeLessThanOrEqual(2);
    const all = (await ask({ query: 'herons nest' })).body.data;
    expect(all.topK).toBe(5);
    expect(all.results.map(({ source }: { source: { kind: string } }) => source.kind).toSorted()).toEqual([
      'file',
      'message',
      'url',
    ]);
    expect((await ask({ query: 'herons', similarityThreshold: 1 })).body.data.results).toEqual([]);
    expect((await ask({ query: 'x'.repeat(8_000) })).status).toBe(200);
    const tooLong = { query: 'x'.repeat(8_001) };
    for (const wrong of [{ query: ' ' }, tooLong, { query: 'x', topK: 21 }, { query: 'x', similarityThreshold: 2 }]) {
      expect((await ask(wrong)).status).toBe(400);
    }
    const other = await createEcho();
    expect((await status(other, id)).status).toBe(404);
    expect(
      (await call(server, 'POST', `${other.base}/submissions/${id}/query`, { key: null, body: { query: 'x' } })).status,
    ).toBe(404);
  });

  test('is mapped to the workflow’s inputs by template, or else by name', async () => {
    const schema = {
      type: 'object',
      properties: { message: { type: 'string' }, urls: { type: 'string' }, topic: {}, count: { type: 'number' } },
    };
    const form = await createEcho(
      {
        fields: [
          { name: 'topic', label: 'Topic', type: 'text' },
          { name: 'many', label: 'Many', type: 'number' },
        ],
        input_mapping: { count: '{{ many * 2 }}', title: 'About {{ topic }}' },
      },
      schema,
    );
    const { output } = await run(form, {
      message: 'm',
      urls: [`${siteUrl}/page`],
      inputs: { topic: 'owls', many: '4', x: 1 },
    });
    expect(JSON.parse(output)).toEqual({
      message: 'm',
      urls: `${siteUrl}/page`,
      topic: 'owls',
      count: 8,
      title: 'About owls',
    });
  });

  test('validates the form’s fields, and leaves out hidden ones', async () => {
    const form = await createEcho({
      fields: [
        { name: 'kind', label: 'Kind', type: 'select', options: ['a', 'b'], required: true },
        { name: 'tags', label: 'Tags', type: 'multiselect', options: ['x', 'y'] },
        { name: 'day', label: 'Day', type: 'date' },
        { name: 'sure', label: 'Sure', type: 'checkbox', required: true },
        { name: 'why', label: 'Why', type: 'text', required: true, show_if: 'inputs.kind = "b"' },
      ],
    });
    expect(
      fieldsOf(await submit(form, { inputs: { kind: 'c', tags: ['z'], day: '2026-02-30', sure: false } })),
    ).toEqual(['body.inputs.kind', 'body.inputs.tags', 'body.inputs.day', 'body.inputs.sure']);
    const twoDigits = { kind: 'a', day: '0024-05-14', sure: true };
    expect(fieldsOf(await submit(form, { inputs: twoDigits }))).toEqual(['body.inputs.day']);
    expect(fieldsOf(await submit(form, { inputs: { kind: 'b', sure: true } }))).toEqual(['body.inputs.why']);
    const { output } = await run(form, { inputs: { kind: 'a', sure: true, why: 'hidden', other: 1 } });
    expect(JSON.parse(output)).toMatchObject({ kind: 'a', sure: true });
    expect(JSON.parse(output)).not.toHaveProperty('why');
    expect(JSON.parse(output)).not.toHaveProperty('other');
    expect((await submit(form, {})).status).toBe(400);
  });

  test('refuses a submission of which nothing is left, or nothing is visible', async () => {
    const topic = { name: 'topic', label: 'Topic', type: 'text' };
    const why = { name: 'why', label: 'Why', type: 'text', show_if: 'inputs.topic = "owls"' };
    const form = await createEcho({ fields: [topic, why] });
    for (const body of [
      { inputs: { other: 'unknown' } },
      { inputs: { why: 'hidden' } },
      { inputs: { topic: '\u200B' } },
      { message: ' \u200B\u2060' },
    ]) {
      expect(fieldsOf(await submit(form, body))).toEqual(['body.message']);
    }
    const required = await createEcho({ fields: [{ ...topic, required: true }] });
    expect(fieldsOf(await submit(required, { message: 'Hi', inputs: { topic: '\u200B' } }))).toEqual([
      'body.inputs.topic',
    ]);
  });

  test('keeps an unticked box as false: for the workflow, in the list and in the table', async () => {
    const subscribe = { name: 'subscribe', label: 'Subscribe', type: 'checkbox' };
    const schema = { type: 'object', properties: { subscribe: { type: 'boolean' } }, required: ['subscribe'] };
    const form = await createEcho({ fields: [subscribe], input_mapping: { quiet: '{{ $not(subscribe) }}' } }, schema);
    const { id, output } = await run(form, { message: 'Hi', inputs: { subscribe: false } });
    expect(JSON.parse(output)).toEqual({ subscribe: false, quiet: true });

    const path = `/api/v1/form-interfaces/${form.id}`;
    const preview = await call(server, 'POST', `${path}/mapping-preview`, { body: { submission: id } });
    expect(preview.body.data.inputs).toEqual({ subscribe: false, quiet: true });
    const list = await call(server, 'GET', `${path}/submissions`);
    expect(list.body.data[0].inputs).toEqual({ subscribe: false });
    const table = await call(server, 'GET', `${path}/submissions/export`);
    expect(String(table.body).split('\r\n')[1]).toContain(',Hi,false,');
    expect(fieldsOf(await submit(form, { inputs: { subscribe: 'no' } }))).toEqual(['body.inputs.subscribe']);
  });

  test('streams what the model writes for its output, and shows progress', async () => {
    const node = (id: string, prompt: string) => ({ id, type: 'llm', config: { prompt } });
    const workflowId = await workflows.save({
      nodes: [node('plan', 'plan'), node('write', 'Write about {{ inputs.message }}')],
      edges: [{ from: 'plan', to: 'write' }],
      outputs: { output: '{{ nodes.write.outputs.text }}', plan: '{{ nodes.plan.outputs.text }}' },
    });
    model.reply({ text: 'internal thoughts' }, { text: 'Owls fly by night.', tokenDelayMs: 20 });
    const form = await createForm({ target_type: 'workflow', workflow_id: workflowId });
    const { id } = (await submit(form, { message: 'owls' })).body.data;
    const events = await follow(form, id);
    const deltas = events.filter(({ event }) => event === 'output:delta').map(({ data }) => data.content);
    expect(deltas.join('')).toBe('Owls fly by night.');
    expect(JSON.stringify(events)).not.toContain('internal thoughts');
    const progress = events.filter(({ event }) => event === 'submission:running').map(({ data }) => data.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(100);
    expect((await status(form, id)).body.data.output).toBe('Owls fly by night.');
  });

  test('to an agent creates a thread, and the reply is the output', async () => {
    const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
    const form = await createForm({
      target_type: 'agent',
      agent_id: agent.body.data.id,
      allow_file_upload: true,
      allow_url_input: true,
      fields: [{ name: 'tone', label: 'Tone of voice', type: 'text' }],
    });
    model.reply({ text: 'A warm answer.' });
    const ref = (await upload(form, 'notes.txt', 'The code word is heron.')).body.data.fileRef;
    const body = { message: 'Write', files: [ref], urls: [`${siteUrl}/page`], inputs: { tone: 'warm' } };
    const { id } = (await submit(form, body)).body.data;
    const events = await follow(form, id);
    expect(
      events
        .filter(({ event }) => event === 'output:delta')
        .map(({ data }) => data.content)
        .join(''),
    ).toBe('A warm answer.');
    expect(await ended(form, id)).toMatchObject({
      executionStatus: 'completed',
      output: 'A warm answer.',
      executionId: null,
    });
    const asked = JSON.stringify(model.calls.findLast(({ path }) => path.endsWith('/chat/completions'))?.body);
    for (const part of ['Write', 'Tone of voice: warm', 'code word is heron', 'in April'])
      expect(asked).toContain(part);
    const list = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`);
    const thread = await call(server, 'GET', `/api/v1/threads/${list.body.data[0].thread_id}`);
    expect(thread.body.data.agent_id).toBe(agent.body.data.id);
  });

  test('can be read alone by its id, as in the list of its form, and nowhere else', async () => {
    const [form, other] = [await createEcho(), await createEcho()];
    const { id } = await run(form, { message: 'Hi', urls: [`${siteUrl}/page`] });
    const read = async (formId: string, submissionId: string) =>
      call(server, 'GET', `/api/v1/form-interfaces/${formId}/submissions/${submissionId}`);
    const list = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`);
    expect(list.body.data).toMatchObject([{ id, message: 'Hi', execution_status: 'completed' }]);
    expect((await read(form.id, id)).body.data).toEqual(list.body.data[0]);
    const elsewhere = [await read(other.id, id), await read(form.id, 'sub_unknown'), await read('fmi_unknown', id)];
    expect(elsewhere.map(({ status: code, body }) => [code, body.error.details])).toEqual([
      [404, { resource: 'submission', id }],
      [404, { resource: 'submission', id: 'sub_unknown' }],
      [404, { resource: 'form interface', id: 'fmi_unknown' }],
    ]);
    const { sql } = server.platform.database;
    await sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
    await sql`UPDATE form_interfaces SET workspace_id = 'ws_other' WHERE id = ${form.id}`;
    const foreign = await read(form.id, id);
    expect([foreign.status, foreign.body.error.details]).toEqual([404, { resource: 'form interface', id: form.id }]);
  });

  test.each([
    ['output', { text: 'b', output: 'a' }, 'a'],
    ['text', { other: 'c', text: 'b' }, 'b'],
    ['the only one', { other: 'c' }, 'c'],
    ['all as JSON', { one: '{{ 1 }}', two: 'b' }, JSON.stringify({ one: 1, two: 'b' }, null, 2)],
  ])('shows the output named %s', async (_, outputs, expected) => {
    const workflowId = await workflows.save({ nodes: [text('say', 'ok')], outputs });
    const form = await createForm({ target_type: 'workflow', workflow_id: workflowId });
    expect((await run(form, { message: 'Hi' })).output).toBe(expected);
  });
});

describe('a submission that fails', () => {
  test('reports what could not be read', async () => {
    const form = await createEcho();
    const failed = await run(form, { urls: [`${siteUrl}/missing`] });
    expect(failed).toMatchObject({ executionStatus: 'failed', output: null, executionId: null });
    expect(failed.error).toEqual({
      code: 'content_unreadable',
      message: `${siteUrl}/missing: The address answered with status 404.`,
    });
    const inside = await run(form, { urls: ['http://127.0.0.1:1/'] });
    expect(inside.error.code).toBe('content_unreadable');
  });

  test('shows the visitor the message of a fail node, but no internal error', async () => {
    const fail = await workflows.save({
      nodes: [{ id: 'no', type: 'fail', config: { code: 'too_vague', message: 'Please say more.' } }],
    });
    const spoken = await createForm({ target_type: 'workflow', workflow_id: fail });
    expect((await run(spoken, { message: 'x' })).error).toEqual({
      code: 'too_vague',
      message: 'Please say more.',
    });
    const broken = await workflows.save({
      nodes: [{ id: 'call', type: 'http_request', config: { method: 'GET', url: 'http://10.0.0.1/secret' } }],
    });
    const form = await createForm({ target_type: 'workflow', workflow_id: broken });
    const { id } = (await submit(form, { message: 'x' })).body.data;
    const events = await follow(form, id);
    expect(events.at(-1)).toMatchObject({
      event: 'submission:failed',
      data: { error: { code: 'node_execution_failed' } },
    });
    expect(JSON.stringify([events, (await status(form, id)).body])).not.toMatch(/10\.0\.0\.1|address|public/i);
    const list = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`);
    expect(list.body.data[0].error.message).not.toBe('This could not be completed.');
    const inState = async (state: string) =>
      (await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions?status=${state}`)).body;
    expect((await inState('failed')).data).toEqual(list.body.data);
    expect((await inState('completed')).data).toEqual([]);
    expect((await inState('lost')).error.code).toBe('validation_error');
  });

  test('because of inputs that the workflow does not accept, or an inactive workflow', async () => {
    const schema = { type: 'object', properties: { age: { type: 'number' } }, required: ['age'] };
    const form = await createEcho({}, schema);
    expect(await run(form, { message: 'x' })).toMatchObject({ error: { code: 'execution_failed' }, executionId: null });
    const cancelled = await workflows.save({ nodes: [{ id: 'sleep', type: 'delay', config: { seconds: 600 } }] });
    const waiting = await createForm({ target_type: 'workflow', workflow_id: cancelled });
    const { id } = (await submit(waiting, { message: 'x' })).body.data;
    const executionId = await eventually(async () => (await status(waiting, id)).body.data.executionId ?? undefined);
    await call(server, 'POST', `/api/v1/executions/${executionId}/cancel`);
    expect((await ended(waiting, id)).error.code).toBe('execution_cancelled');
  });
});

describe('limits (spec section 8)', () => {
  test('20 uploads, 10 submissions, 30 queries a minute for each IP, with the five headers', async () => {
    const form = await createEcho();
    const first = await run(form, { message: 'Hi' });
    clock.toNextMinute();
    const statuses = async (count: number, request: () => Promise<TestAnswer>) => {
      const answers = await Promise.all(Array.from({ length: count }, request));
      const refused = answers.filter(({ status: code }) => code === 429);
      expect(refused[0]?.body.error).toMatchObject({ code: 'rate_limit_exceeded', details: { window: 'minute' } });
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      for (const name of ['limit', 'remaining', 'reset', 'limit-day', 'remaining-day']) {
        expect(refused[0]?.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
      }
      return count - refused.length;
    };
    expect(await statuses(22, async () => upload(form, 'a.txt', 'text'))).toBe(20);
    const query = { key: null, body: { query: 'Hi' } };
    const path = `${form.base}/submissions/${first.id}/query`;
    expect(await statuses(32, async () => call(server, 'POST', path, query))).toBe(30);
    const submissions = await statuses(12, async () => submit(form, { message: 'again' }));
    // The first submission of this test may have been in the same minute.
    expect([9, 10]).toContain(submissions);
    const own = await createEcho({ limits: { submissions_per_minute: 2, daily_submissions: 3 } });
    expect(await statuses(4, async () => submit(own, { message: 'x' }))).toBe(2);
  });

  test('daily_submissions count what was submitted: not what was refused, and never more', async () => {
    const fields = [{ name: 'topic', label: 'Topic', required: true }];
    const form = await createEcho({ fields, limits: { daily_submissions: 2, submissions_per_minute: 100 } });
    const inputs = { topic: 'owls' };
    expect(fieldsOf(await submit(form, { message: 5 }))).toEqual(['body.message']);
    expect(fieldsOf(await submit(form, { message: 'Hi' }))).toEqual(['body.inputs.topic']);
    expect(fieldsOf(await submit(form, { inputs, files: ['fref_nonsense'] }))).toEqual(['body.files[0]']);

    const answers = await Promise.all(Array.from({ length: 6 }, async () => submit(form, { inputs })));
    const readDay = ({ headers }: TestAnswer) =>
      ['x-ratelimit-limit-day', 'x-ratelimit-remaining-day'].map((name) => headers.get(name));
    const accepted = answers.filter(({ status: code }) => code === 202);
    expect(accepted.map((answer) => readDay(answer).join(' ')).toSorted()).toEqual(['2 0', '2 1']);
    const refused = answers.filter(({ status: code }) => code === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.body.error).toMatchObject({
      code: 'rate_limit_exceeded',
      details: { window: 'day', limit: 2, reason: 'daily_limit' },
    });
    for (const answer of refused) {
      expect(readDay(answer)).toEqual(['2', '0']);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('100');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const list = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`);
    expect(list.body.pagination.total_count).toBe(2);
  });

  test('a submission that a daily cap refuses is not counted for the minute', async () => {
    const form = await createEcho({ limits: { daily_submissions: 1, submissions_per_minute: 3 } });
    const send = async () => {
      const { status: code, headers, body } = await submit(form, { message: 'Hi' });
      return [code, headers.get('x-ratelimit-remaining'), body.error?.details.window];
    };
    clock.toNextMinute();
    expect(await send()).toEqual([202, '2', undefined]);
    for (let i = 0; i < 4; i += 1) expect(await send()).toEqual([429, '2', 'day']);
    // An invalid one is counted.
    expect(fieldsOf(await submit(form, { message: 5 }))).toEqual(['body.message']);
    const body = { limits: { daily_submissions: 5 } };
    expect((await call(server, 'PATCH', `/api/v1/form-interfaces/${form.id}`, { body })).status).toBe(200);
    expect(await send()).toEqual([202, '0', undefined]);
    expect(await send()).toEqual([429, '0', 'minute']);
  });
});
