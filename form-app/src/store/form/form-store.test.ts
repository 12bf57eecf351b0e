import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { texts as de } from '@portico/shared-types/languages/de/form';
import { createTexts } from '../../text/texts.ts';
import { ApiError, networkError } from '../../transport/api-error.ts';
import { exampleForm } from './example-form.ts';
import { file, open, plain } from './open-form.ts';
import { sayNotice } from '../notice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an empty form is not sent, and the error is shown at its first field', async () => {
  const { state, sent } = open();
  await state().submit();
  expect(state().problems).toEqual([{ field: 'message', notice: { key: 'somethingNeeded' } }]);
  expect(sent).toHaveLength(0);
});

test('sends numbers as numbers, and no hidden or empty values', async () => {
  const { state, sent } = open(exampleForm);
  await expect.poll(() => [...state().hidden]).toEqual(['secret']);
  state().setInput('topic', 'Cats');
  state().setInput('amount', '2.5');
  state().setInput('secret', 'typed before it was hidden');
  state().setInput('parts', ['b']);
  state().setUrlText('example.com');
  await vi.runAllTimersAsync();
  await state().submit();
  expect(sent[0]?.request).toMatchObject({
    urls: ['https://example.com/'],
    inputs: { topic: 'Cats', amount: 2.5, parts: ['b'], agree: false },
  });
});

test('a required field that is shown by a condition must be filled in', async () => {
  const { state } = open(exampleForm);
  state().setInput('topic', 'Cats');
  state().setInput('tone', 'warm');
  await expect.poll(() => state().hidden.size).toBe(0);
  await state().submit();
  expect(state().problems.map((problem) => problem.field)).toEqual(['inputs.secret']);
});

test('a value that was typed before its field was hidden decides nothing about other fields', async () => {
  const text = (name: string, showIf: string, required: boolean) => ({
    name,
    label: name,
    type: 'text' as const,
    required,
    showIf,
  });
  const { state, sent } = open({
    ...exampleForm,
    fields: [
      text('reason', '$not(inputs.plan = "pro")', true),
      text('plan', 'inputs.member = true', false),
      { name: 'member', label: 'Member', type: 'checkbox', required: false },
    ],
  });
  state().setInput('member', true);
  state().setInput('plan', 'pro');
  await expect.poll(() => [...state().hidden]).toEqual(['reason']);
  state().setInput('member', false);
  await expect.poll(() => [...state().hidden]).toEqual(['plan']);
  await state().submit();
  expect(state().problems.map((problem) => problem.field)).toEqual(['inputs.reason']);
  state().setInput('reason', 'Curious');
  await state().submit();
  expect(sent[0]?.request.inputs).toEqual({ reason: 'Curious', member: false });
});

test('three uploads run at the same time, and a submission waits for all of them', async () => {
  const { state, jobs, sent } = open({ ...plain, maxFiles: 5 });
  state().addFiles(['a', 'b', 'c', 'd'].map((name) => file(name)));
  expect(jobs).toHaveLength(3);
  const submitting = state().submit();
  jobs[0]?.finish('ref-a');
  await expect.poll(() => jobs).toHaveLength(4);
  for (const [index, job] of jobs.slice(1).entries()) job.finish(`ref-${index}`);
  expect(sent).toHaveLength(0);
  await submitting;
  expect(sent[0]?.request.files).toEqual(['ref-a', 'ref-0', 'ref-1', 'ref-2']);
});

test('too many, too large and duplicate files are rejected and never sent', () => {
  const { state, jobs, statuses } = open();
  state().addFiles([file('a'), file('big', 1_048_577), file('b'), file('c'), file('d')]);
  expect(state().filesNotice).toEqual({ key: 'filesTooMany', values: { count: 3, names: 'd' } });
  expect(statuses()).toEqual(['uploading', 'refused', 'uploading', 'uploading']);
  state().addFiles([file('a')]);
  expect(state().filesNotice).toEqual({ key: 'fileAlreadyThere', values: { names: 'a' } });
  expect(jobs).toHaveLength(3);
});

test('a limited upload waits as long as the server asks and continues automatically', async () => {
  const { state, jobs, statuses } = open();
  state().addFiles([file('a')]);
  jobs[0]?.fail(new ApiError('rate_limit_exceeded', 429, '', [], 7));
  await expect.poll(() => statuses()).toEqual(['waiting']);
  await vi.advanceTimersByTimeAsync(6900);
  expect(jobs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(jobs).toHaveLength(2);
});

test.each([
  ['does not answer', networkError()],
  ['is starting', new ApiError('service_unavailable', 503, '', [], 2)],
])('an upload whose server %s continues automatically, and ends as failed if it stays away', async (_, away) => {
  const { state, jobs, statuses } = open();
  state().addFiles([file('a'), file('b')]);
  jobs[0]?.fail(away);
  jobs[1]?.finish('ref-b');
  await expect.poll(() => statuses()).toEqual(['waiting', 'done']);
  await vi.runOnlyPendingTimersAsync();
  expect(jobs).toHaveLength(3);
  jobs[2]?.finish('ref-a');
  await expect.poll(() => statuses()).toEqual(['done', 'done']);

  state().addFiles([file('c')]);
  while (state().files[2]?.status !== 'failed') {
    jobs.at(-1)?.fail(away);
    await expect.poll(() => state().files[2]?.status).not.toBe('uploading');
    await vi.runOnlyPendingTimersAsync();
  }
  const count = jobs.length;
  state().retryFile(state().files[2]?.id ?? '');
  expect(jobs).toHaveLength(count + 1);
  jobs.at(-1)?.finish('ref-c');
  await expect.poll(() => statuses()).toEqual(['done', 'done', 'done']);
});

test('an upload whose server stays away is repeated for a minute, however long each attempt lasts', async () => {
  const { state, jobs, statuses } = open();
  state().addFiles([file('a')]);
  for (const count of [1, 2, 3, 4]) {
    await vi.advanceTimersByTimeAsync(20_000);
    jobs.at(-1)?.fail(networkError());
    await expect.poll(() => statuses()).not.toEqual(['uploading']);
    if (count < 4) await expect.poll(() => jobs).toHaveLength(count + 1);
  }
  expect(statuses()).toEqual(['failed']);
});

test('a file that was changed or removed on the device must be chosen again', async () => {
  const { state, jobs, statuses } = open();
  const gone = file('a');
  vi.spyOn(gone, 'slice').mockReturnValue(
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  );
  state().addFiles([gone]);
  jobs[0]?.fail(networkError());
  await expect.poll(() => statuses()).toEqual(['interrupted']);
  expect(state().files[0]?.notice).toEqual({ key: 'fileInterrupted' });
  state().addFiles([file('a')]);
  jobs[1]?.finish('ref-a');
  await expect.poll(() => statuses()).toEqual(['done']);
});

test('an interrupted upload can be retried; a refused one shows the reason and blocks the form until it is removed', async () => {
  const { state, jobs, statuses, sent } = open();
  state().setMessage('hello');
  state().addFiles([file('a'), file('b')]);
  jobs[0]?.fail(new ApiError('internal_error', 500, '', [], null));
  jobs[1]?.fail(
    new ApiError('validation_error', 400, 'x', [{ path: 'body.file', message: 'A program.', code: 'file_type' }], null),
  );
  await expect.poll(() => statuses()).toEqual(['failed', 'refused']);
  expect(state().files[1]?.notice).toMatchObject({ key: 'fileWrongType' });
  await state().submit();
  expect(state().problems[0]?.field).toBe('files');
  const [a, b] = state().files;
  state().retryFile(a?.id ?? '');
  jobs[2]?.finish('ref-a');
  state().removeFile(b?.id ?? '');
  await expect.poll(() => statuses()).toEqual(['done']);
  await state().submit();
  expect(sent[0]?.request.files).toEqual(['ref-a']);
});

test('removing a file stops its upload', () => {
  const { state, jobs } = open();
  state().addFiles([file('a')]);
  state().removeFile(state().files[0]?.id ?? '');
  expect(jobs[0]?.signal.aborted).toBe(true);
  expect(state().files).toEqual([]);
});

test('the server’s errors are shown beside their fields, unknown ones above the form', async () => {
  const fields = [
    { path: 'body.inputs.topic', message: 'Too vague.', code: 'invalid' },
    { path: 'body.files[0]', message: 'Gone.', code: 'file_not_found' },
    { path: 'body.sessionId', message: 'Odd.', code: 'invalid_format' },
  ];
  const { state } = open(exampleForm, () => Promise.reject(new ApiError('validation_error', 400, '', fields, null)));
  state().setInput('topic', 'x');
  await state().submit();
  expect(state().problems.map((problem) => problem.field)).toEqual(['inputs.topic', 'files', 'form']);
});

test('a limited submission waits and keeps everything', async () => {
  const { state } = open(plain, () => Promise.reject(new ApiError('rate_limit_exceeded', 429, '', [], 12)));
  state().setMessage('hello');
  await state().submit();
  expect(state().limit).toEqual({ until: Date.now() + 12_000, text: null });
  expect(state().message).toBe('hello');
});

test('a file whose upload was cut short or failed is uploaded when it is added again, at its place', async () => {
  const first = open();
  first.state().addFiles([file('a'), file('b')]);
  first.store.close();

  const second = open();
  expect(second.statuses()).toEqual(['interrupted', 'interrupted']);
  second.state().addFiles([file('b'), file('a')]);
  expect(second.statuses()).toEqual(['uploading', 'uploading']);
  expect(second.state().filesNotice).toBeNull();
  second.jobs[0]?.finish('ref-a');
  second.jobs[1]?.fail(new ApiError('internal_error', 500, '', [], null));
  await expect.poll(() => second.statuses()).toEqual(['done', 'failed']);
  second.state().addFiles([file('b'), file('a')]);
  expect(second.statuses()).toEqual(['done', 'uploading']);
  expect(second.state().filesNotice).toEqual({ key: 'fileAlreadyThere', values: { names: 'a' } });
  second.jobs[2]?.finish('ref-b');
  await expect.poll(() => second.statuses()).toEqual(['done', 'done']);
});

test('yesterday’s upload is no longer available', async () => {
  const first = open();
  first.state().addFiles([file('a')]);
  first.jobs[0]?.finish('ref-a');
  await expect.poll(() => first.statuses()).toEqual(['done']);
  first.store.close();
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  expect(open().statuses()).toEqual(['interrupted']);
});

test('typed values and the next prefill replace prefilled ones, which are not stored in the draft', () => {
  const first = open(exampleForm);
  first.state().prefill({ message: 'from the link', inputs: { topic: 'Cats' } });
  first.state().prefill({ inputs: { topic: 'Dogs' } });
  expect(first.state().inputs['topic']).toBe('Dogs');
  first.state().setMessage('my own');
  first.state().prefill({ message: 'again' });
  expect(first.state().message).toBe('my own');
  first.store.close();

  const second = open(exampleForm);
  second.state().prefill({ inputs: { topic: 'Birds' } });
  expect(second.state().message).toBe('my own');
  expect(second.state().inputs['topic']).toBe('Birds');
});

test('prefilled addresses are not stored in the draft', () => {
  const first = open();
  first.state().prefill({ urls: ['https://a.example/'] });
  first.store.close();
  expect(open().store.isRestored).toBe(false);

  const second = open();
  second.state().addUrls('own.example');
  second.state().prefill({ urls: ['https://a.example/', 'https://own.example/'] });
  second.state().prefill({ urls: ['https://b.example/'] });
  expect(second.state().urls).toEqual(['https://own.example/', 'https://a.example/', 'https://b.example/']);
  second.store.close();

  const third = open();
  expect(third.state().urls).toEqual(['https://own.example/']);
  third.state().prefill({ urls: ['https://c.example/'] });
  expect(third.state().urls).toEqual(['https://own.example/', 'https://c.example/']);
});

test('a stored draft with another structure is ignored', () => {
  localStorage.setItem(
    'test:draft',
    JSON.stringify({ sessionId: 'x'.repeat(16), message: 5, urls: [1], files: [{}], inputs: [] }),
  );
  const { state } = open(exampleForm);
  expect(state()).toMatchObject({ message: '', urls: [], files: [] });
});

test('a refused file shows the reason in the visitor’s language, and many are removed together', async () => {
  const { state, jobs, statuses } = open();
  state().addFiles([file('a'), file('b'), file('c')]);
  const fault = (code: string) => [{ path: 'body.file', message: 'In English.', code }];
  jobs[0]?.fail(new ApiError('validation_error', 400, '', fault('file_encrypted'), null));
  jobs[1]?.fail(new ApiError('validation_error', 400, '', fault('file_too_large'), null, { limit: 1_048_576 }));
  jobs[2]?.fail(new ApiError('validation_error', 400, '', fault('a_code_of_a_newer_server'), null));
  await expect.poll(() => statuses()).toEqual(['refused', 'refused', 'refused']);
  const german = createTexts('de', de);
  expect(state().files.map(({ notice }) => notice && sayNotice(german, notice))).toEqual([
    'Diese Datei ist mit einem Passwort geschützt.',
    expect.stringMatching(/^Diese Datei ist zu groß\. Erlaubt sind .*\.$/),
    'Diese Datei wird nicht angenommen.',
  ]);
  state().removeRefused();
  expect(state().files).toEqual([]);
});

test('an upload that is interrupted while offline shows it and continues once there is a connection', async () => {
  const { state, jobs, statuses } = open();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  state().addFiles([file('a')]);
  dispatchEvent(new Event('offline'));
  expect(state().files[0]?.notice).toEqual({ key: 'fileOffline' });
  jobs[0]?.fail(networkError());
  await expect.poll(() => statuses()).toEqual(['offline']);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(statuses()).toEqual(['uploading']);
  expect(state().files[0]?.notice).toBeNull();
  jobs[1]?.finish('ref-a');
  await expect.poll(() => statuses()).toEqual(['done']);
});

test('the owner’s text about a limit is shown, the server’s message is not', async () => {
  const refuse = (reason: string) => () =>
    Promise.reject(new ApiError('rate_limit_exceeded', 429, 'Come back tomorrow.', [], 9, { reason }));
  const owner = open(plain, refuse('owner_message'));
  owner.state().setMessage('hello');
  await owner.state().submit();
  expect(owner.state().limit?.text).toBe('Come back tomorrow.');
  const server = open(plain, refuse('daily_limit'));
  server.state().setMessage('hello');
  await server.state().submit();
  expect(server.state().limit?.text).toBeNull();
});
