import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import { expect, test, vi } from 'vitest';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { createTexts } from '../../text/texts.ts';
import { ApiError } from '../../transport/api-error.ts';
import { createFormClient, type FormClient } from '../../transport/form-client.ts';
import { exampleForm } from '../form/example-form.ts';
import { createRunStore } from './run-store.ts';
import { openDrawer } from '../storage.ts';

const record: FormSubmission = {
  id: 'sub_1',
  interfaceId: 'fmi_1',
  message: 'hi',
  files: [{ storageUri: '', downloadUrl: '', fileName: 'a.pdf', fileSize: 1, mimeType: '' }],
  urls: ['https://example.com/'],
  output: null,
  executionId: null,
  executionStatus: 'submitted',
  submittedAt: '2026-01-01T00:00:00.000Z',
};

function event(id: number, name: string, data: object): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify({ ...data, timestamp: '' })}\n\n`;
}

function open(changes: Partial<FormClient>) {
  const announced: string[] = [];
  const onCompleted = vi.fn<() => void>();
  const onFailed = vi.fn<(code: string, message: string) => void>();
  const store = createRunStore({
    id: 'sub_1',
    form: exampleForm,
    client: { ...createFormClient('example'), readSubmission: async () => record, ...changes },
    texts: createTexts('en', en),
    edits: openDrawer('local', 'edit:'),
    announce: (text) => void announced.push(text),
    onSubmitted: () => undefined,
    onCompleted,
    onFailed,
  });
  return { store, state: store.getState, announced, onCompleted, onFailed };
}

const streamOf =
  (...events: string[]) =>
  async () =>
    new Response(events.join(''));

test('an output that starts again replaces the earlier text', async () => {
  const { state } = open({
    openEvents: streamOf(
      event(1, 'output:delta', { content: 'Hel' }),
      event(2, 'output:restarted', {}),
      event(3, 'output:delta', { content: 'Good' }),
      event(4, 'submission:failed', { submission_id: 'sub_1', error: { code: 'execution_failed', message: '' } }),
    ),
  });
  await state().follow();
  expect(state().output).toBe('Good');
});

test('unreadable items are announced with their reasons, and remain listed to the end', async () => {
  const { state, announced } = open({
    openEvents: streamOf(
      event(1, 'submission:processing', { file: 'a.pdf', done: 0, total: 2 }),
      event(2, 'submission:processing', {
        file: 'a.pdf',
        done: 1,
        total: 2,
        error: { code: 'content_unreadable', message: 'The document is damaged.', cause: 'file_damaged' },
      }),
      event(3, 'submission:running', { progress: 0, current_node: null }),
      event(4, 'submission:completed', { submission_id: 'sub_1', output: 'Hello.' }),
    ),
  });
  await state().follow();
  expect(state().items.map((item) => [item.state, item.fault])).toEqual([
    ['unread', 'file_damaged'],
    ['read', null],
  ]);
  expect(announced).toContain('a.pdf couldn’t be read: This file is damaged and can’t be read.');
});

test('a run goes through its states to its output, and each state is announced once', async () => {
  const { state, announced, onCompleted } = open({
    openEvents: streamOf(
      event(1, 'submission:processing', { file: 'a.pdf', done: 0, total: 2 }),
      event(2, 'submission:processing', { url: 'https://example.com/', done: 1, total: 2 }),
      event(3, 'submission:running', { progress: 50, current_node: 'write' }),
      event(4, 'output:delta', { content: 'Hel' }),
      event(5, 'output:delta', { content: 'lo' }),
      event(6, 'submission:completed', { submission_id: 'sub_1', output: 'Hello.' }),
    ),
  });
  await state().follow();
  expect(state()).toMatchObject({ status: 'completed', output: 'Hello.', progress: 50 });
  expect(state().items.map((item) => item.state)).toEqual(['read', 'read']);
  expect(announced).toEqual([en.nowProcessing, en.nowRunning, en.nowCompleted]);
  expect(onCompleted).toHaveBeenCalledOnce();
});

test('a finished run opens without a stream, on any device', async () => {
  const openEvents = vi.fn<FormClient['openEvents']>();
  const done: FormSubmission = { ...record, executionStatus: 'completed', output: 'Done.' };
  const { state } = open({ readSubmission: async () => done, openEvents });
  await state().follow();
  expect(state()).toMatchObject({ load: 'ready', output: 'Done.' });
  expect(openEvents).not.toHaveBeenCalled();
});

test('a failed run keeps the reason', async () => {
  const error = { code: 'node_timeout', message: 'It took too long.' };
  const { state, onFailed } = open({
    openEvents: streamOf(event(1, 'submission:failed', { submission_id: 'sub_1', error })),
  });
  await state().follow();
  expect(state().submission?.error).toEqual(error);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith('node_timeout', 'It took too long.');
});

test('an unknown run is missing, and a server that doesn’t respond is unreachable', async () => {
  const missing = open({ readSubmission: () => Promise.reject(new ApiError('resource_not_found', 404, '', [], null)) });
  await missing.state().follow();
  expect(missing.state().load).toBe('missing');
  const silent = open({ readSubmission: () => Promise.reject(new ApiError('network_error', 0, '', [], null)) });
  await silent.state().follow();
  expect(silent.state().load).toBe('unreachable');
});

test('an edit outlives the page and can be undone', () => {
  open({}).state().edit('mine');
  const again = open({});
  expect(again.state().edited).toBe('mine');
  again.state().edit(null);
  expect(open({}).state().edited).toBeNull();
});
