import { ErrorReason, FieldCode, RunErrorCode } from '@portico/shared-types';
import { describe, expect, it } from 'vitest';
import { call, readEvents } from '../client.ts';
import { useClock } from '../clock.ts';
import { makeChat, makeForm, newVisitor } from './interfaces.ts';
import { makePersona, startTask, waitFor } from '../persona-tasks.ts';
import { type Body, failure, useWorld, workflowOf } from './world.ts';

/*
 * Every error that a visitor can get has a code, which front ends translate: `code` for each invalid field,
 * `details.reason` for everything else.
 */

const clock = useClock();
const world = useWorld();

const visit = async (
  method: string,
  path: string,
  request: { body?: unknown; form?: FormData; token?: string } = {},
) => {
  const { token, ...rest } = request;
  const headers = { ...newVisitor(), ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
  return call(world.server, method, path, { ...rest, key: null, headers });
};
const fileOf = (content: string, name: string): FormData => {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return form;
};
const codesOf = (answer: { body: Body }): string[] =>
  answer.body.error.details.fields.map(({ path, code }: Body) => `${path} ${FieldCode.parse(code)}`);
const reasonOf = (answer: { body: Body }): string => ErrorReason.parse(answer.body.error.details.reason);

const program = '\u007fELF\u0002\u0001\u0001';

describe('A form', () => {
  const fields = [
    { name: 'age', label: 'Age', type: 'number', required: true },
    { name: 'day', label: 'Day', type: 'date' },
    { name: 'size', label: 'Size', type: 'select', options: ['S', 'L'] },
  ];

  it('explains by a code why it does not accept a file', async () => {
    const form = await makeForm(world, { max_file_size_mb: 0.001, allowed_file_types: ['text/plain'] });
    const upload = `${form.base}/upload`;
    const send = async (content: string, name: string) =>
      codesOf(await visit('POST', upload, { form: fileOf(content, name) }));
    expect(await send(program, 'setup.exe')).toEqual(['body.file file_type']);
    expect(await send('{"a": 1}', 'data.json')).toEqual(['body.file file_type']);
    expect(await send('x'.repeat(2000), 'long.txt')).toEqual(['body.file file_too_large']);
    expect(await send('', 'empty.txt')).toEqual(['body.file file_empty']);
    const none = new FormData();
    none.set('sessionId', 'x'.repeat(20));
    expect(codesOf(await visit('POST', upload, { form: none }))).toEqual(['body.file required']);
    const closed = await makeForm(world, { allow_file_upload: false });
    expect(codesOf(await visit('POST', `${closed.base}/upload`, { form: fileOf('a', 'a.txt') }))).toEqual([
      'body.file files_not_accepted',
    ]);
  });

  it('does the same for a resumable upload', async () => {
    const form = await makeForm(world, { max_file_size_mb: 0.001 });
    const tus = async (method: string, path: string, headers: Record<string, string>, body: string | null = null) => {
      const answer = await fetch(new URL(path, world.server.url), {
        method,
        headers: { 'Tus-Resumable': '1.0.0', ...newVisitor(), ...headers },
        body,
      });
      const text = await answer.text();
      return { answer, body: text.startsWith('{') ? JSON.parse(text) : text };
    };
    const large = await tus('POST', `${form.base}/uploads`, { 'Upload-Length': '5000' });
    expect(codesOf(large)).toEqual(['headers.upload-length file_too_large']);
    expect(large.body.error.details.limit_bytes).toBe(1048);
    const begun = await tus('POST', `${form.base}/uploads`, {
      'Upload-Length': String(program.length),
      'Upload-Metadata': `filename ${Buffer.from('setup.exe').toString('base64')}`,
    });
    const place = begun.answer.headers.get('location') ?? '';
    const bytes = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    expect(codesOf(await tus('PATCH', place, bytes, program))).toEqual(['body.file file_type']);
    expect(reasonOf(await tus('PATCH', `${form.base}/uploads/${form.id}.nope`, bytes, 'x'))).toBe('not_found');
    expect(reasonOf(await tus('PATCH', `${form.base}/uploads/nope`, bytes, 'x'))).toBe('not_found');
  });

  it('explains by codes what is wrong with a submission', async () => {
    const form = await makeForm(world, { fields, max_files: 1 });
    const submit = async (body: object, base = form.base) =>
      codesOf(await visit('POST', `${base}/submissions`, { body }));
    expect(await submit({})).toEqual(['body.message required']);
    expect(await submit({ inputs: { day: 'soon', size: 'M' } })).toEqual([
      'body.inputs.age required',
      'body.inputs.day invalid_date',
      'body.inputs.size invalid_option',
    ]);
    expect(await submit({ inputs: { age: 'old' } })).toEqual(['body.inputs.age invalid_number']);
    expect(await submit({ urls: ['nope'] })).toEqual(['body.urls[0] invalid_url']);
    const urls = Array.from({ length: 21 }, (_, at) => `https://example.com/${at}`);
    expect(await submit({ urls })).toEqual(['body.urls too_many_urls']);
    expect(await submit({ files: ['a', 'b'] })).toEqual(['body.files too_many_files']);
    expect(await submit({ files: ['a'], inputs: { age: 3 } })).toEqual(['body.files[0] file_not_found']);
    expect(await submit({ message: 'x', inputs: 3 })).toEqual(['body.inputs invalid_type']);
    const closed = await makeForm(world, { allow_file_upload: false, allow_url_input: false });
    expect(await submit({ files: ['a'] }, closed.base)).toEqual(['body.files files_not_accepted']);
    expect(await submit({ urls: ['https://example.com'] }, closed.base)).toEqual(['body.urls urls_not_accepted']);
  });

  it('gives a reason where no field is at fault', async () => {
    const form = await makeForm(world, { limits: { submissions_per_minute: 1 } });
    expect(reasonOf(await visit('GET', '/api/public/form-interfaces/nope'))).toBe('not_found');
    expect(reasonOf(await visit('GET', `${form.base}/submissions/sub_nope`))).toBe('not_found');
    clock.toNextMinute();
    const headers = newVisitor();
    const submit = async () =>
      call(world.server, 'POST', `${form.base}/submissions`, { key: null, headers, body: { message: 'Hi' } });
    await submit();
    expect(reasonOf(await submit())).toBe('too_many_requests');
    const daily = await makeForm(world, { limits: { daily_submissions: 1 } });
    await visit('POST', `${daily.base}/submissions`, { body: { message: 'Hi' } });
    const over = await visit('POST', `${daily.base}/submissions`, { body: { message: 'Hi' } });
    expect([over.status, reasonOf(over)]).toEqual([429, 'daily_limit']);
  });

  const finish = async (base: string, body: object): Promise<{ submission: Body; events: Body[] }> => {
    const { data } = (await visit('POST', `${base}/submissions`, { body })).body;
    const events = await readEvents(world.server, `${base}/submissions/${data.id}/events`);
    return { submission: (await visit('GET', `${base}/submissions/${data.id}`)).body.data, events };
  };

  it('distinguishes the owner’s text for visitors from a failure of the run', async () => {
    const workflow = await world.make('/workflows', workflowOf([failure]));
    const form = await makeForm(world, { workflow_id: workflow.id });
    const { submission, events } = await finish(form.base, { message: 'Hi' });
    const error = { code: 'out_of_stock', message: 'Nothing is left.' };
    expect(RunErrorCode.safeParse(error.code).success).toBe(false);
    expect(submission.error).toEqual(error);
    expect(events.at(-1)?.data.error).toEqual(error);
    const nodes = [{ id: 'say', type: 'template', config: { text: '{{ $error("inside") }}' } }];
    const broken = await world.make('/workflows', workflowOf(nodes));
    const other = await makeForm(world, { workflow_id: broken.id });
    const failed = (await finish(other.base, { message: 'Hi' })).submission.error;
    expect(failed.message).toBe('This could not be completed.');
    RunErrorCode.parse(failed.code);
  });

  it('reports by codes which sources could not be read, and why', async () => {
    const form = await makeForm(world);
    const upload = async (content: string, name: string) =>
      (await visit('POST', `${form.base}/upload`, { form: fileOf(content, name) })).body.data.fileRef;
    const files = [await upload('%PDF-1.4 nothing of one', 'a.pdf')];
    const { submission, events } = await finish(form.base, { files, urls: ['http://10.0.0.1/secret'] });
    expect(submission.unread).toEqual([
      { file: 'a.pdf', message: expect.any(String), code: 'file_damaged' },
      { url: 'http://10.0.0.1/secret', message: expect.any(String), code: 'url_refused' },
    ]);
    expect(submission.error.code).toBe('content_unreadable');
    const causes = events.flatMap(({ data }) => data.error?.cause ?? []);
    expect(causes).toEqual(['file_damaged', 'url_refused']);
  });
});

describe('A chat', () => {
  const begin = async (fields: object = {}) => {
    const chat = await makeChat(world, fields);
    const { data } = (await visit('POST', `${chat.base}/sessions`, { body: {} })).body;
    return { chat, token: data?.token, base: `${chat.base}/sessions/${data?.id}` };
  };

  it('explains by codes what is wrong with a message and a file', async () => {
    const { base, token } = await begin({ uploads: { enabled: true, max_files: 1, max_file_size_mb: 0.001 } });
    const send = async (body: object) => codesOf(await visit('POST', `${base}/messages`, { token, body }));
    expect(await send({})).toEqual(['body.content required']);
    expect(await send({ content: '' })).toEqual(['body.content required']);
    expect(await send({ content: 'x'.repeat(200_000) })).toEqual(['body.content too_long']);
    expect(await send({ content: 'Hi', attachments: ['a', 'b'] })).toEqual(['body.attachments too_many_files']);
    expect(await send({ content: 'Hi', attachments: ['a'] })).toEqual(['body.attachments[0] file_not_found']);
    const upload = async (content: string, name: string) =>
      codesOf(await visit('POST', `${base}/upload`, { token, form: fileOf(content, name) }));
    expect(await upload(program, 'setup.exe')).toEqual(['body.file file_type']);
    expect(await upload('x'.repeat(2000), 'long.txt')).toEqual(['body.file file_too_large']);
    const closed = await begin({ uploads: { enabled: false } });
    expect(
      codesOf(await visit('POST', `${closed.base}/upload`, { token: closed.token, form: fileOf('a', 'a.txt') })),
    ).toEqual(['body.file files_not_accepted']);
  });

  it('gives a reason where no field is at fault', async () => {
    expect(reasonOf(await visit('POST', '/api/public/chat-interfaces/nope/sessions', { body: {} }))).toBe('not_found');
    const { chat, base } = await begin();
    expect(reasonOf(await visit('GET', `${base}/messages`, { token: 'wrong' }))).toBe('session_invalid');
    const identity = { userId: 'u', exp: 1, signature: 'ab' };
    const vouched = await visit('POST', `${chat.base}/sessions`, { body: { identity } });
    expect(reasonOf(vouched)).toBe('identity_invalid');
    const consent = await makeChat(world, { consent: { required: true, text: 'May we?' } });
    expect(codesOf(await visit('POST', `${consent.base}/sessions`, { body: {} }))).toEqual([
      'body.consent consent_required',
    ]);
  });

  it('gives a reason for a failed reply, in the response and in the stream', async () => {
    const { base, token } = await begin();
    world.model.reply({ status: 400, error: { message: 'the inside of it', code: 'x' } });
    const failed = await visit('POST', `${base}/messages`, { token, body: { content: 'Hi' } });
    expect([failed.status, reasonOf(failed)]).toEqual([500, 'failed']);
    world.model.always({ status: 503, error: { message: 'busy' }, headers: { 'retry-after-ms': '1' } });
    const events = await readEvents(world.server, `${base}/messages`, {
      method: 'POST',
      key: null,
      headers: { ...newVisitor(), Authorization: `Bearer ${token}` },
      body: { content: 'Hi' },
    });
    world.model.always({ text: 'Back.' });
    expect(events.at(-1)?.data.error).toMatchObject({ code: 'service_unavailable' });
  });
});

describe('A persona task’s link', () => {
  it('gives a reason for a wrong link, and for a read-only one', async () => {
    const persona = await makePersona(world.server, { autonomyLevel: 'approve_all', sopSteps: ['Only'] });
    const { id } = await startTask(world.server, persona.id);
    const waiting = await waitFor(world.server, id, 'awaiting_approval');
    const reader = { key: await world.keyWith(['personas:read']) };
    const { link } = (await call(world.server, 'GET', `/api/personas/instances/${id}`, reader)).body.data;
    const base = `/api/public/persona-instances/${id}`;
    expect(reasonOf(await visit('GET', base, { token: 'wrong' }))).toBe('not_found');
    const token = new URL(link, world.server.url).hash.replace(/^#.*token=/, '');
    const approval = `${base}/approvals/${waiting.approvals[0].id}`;
    const refused = await visit('POST', approval, { token, body: { decision: 'approve' } });
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'link_read_only']);
    expect(codesOf(await visit('POST', approval, { token, body: {} }))).toEqual(['body.decision required']);
  });
});

describe('Every error of the public API', () => {
  it.each(['/api/public/nope', '/public/chat-interfaces/nope/nope'])('has a reason: %s', async (path) => {
    expect(reasonOf(await visit('GET', path))).toBe('not_found');
  });
});
