import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import type { SubmissionEvent } from '@portico/shared-types/events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { type Connection, followSubmission } from './follow-submission.ts';
import { createFormClient, type FormClient } from './form-client.ts';

const delta = (id: number, content: string) =>
  `id: ${id}\nevent: output:delta\ndata: ${JSON.stringify({ content, timestamp: '' })}\n\n`;
const completed = (id: number) =>
  `id: ${id}\nevent: submission:completed\ndata: {"submission_id":"sub_1","output":"abc","timestamp":""}\n\n`;

const record: FormSubmission = {
  id: 'sub_1',
  interfaceId: 'fmi_1',
  message: '',
  files: [],
  urls: [],
  output: null,
  executionId: null,
  executionStatus: 'running',
  submittedAt: '2026-01-01T00:00:00.000Z',
};

/** A client whose streams are the given texts, one for each connection; a missing one is a failed connection. */
function clientOf(streams: (string | Error)[], snapshots: FormSubmission[] = []) {
  const asked: (string | null)[] = [];
  const client: FormClient = {
    ...createFormClient('demo'),
    openEvents: async (_id, lastEventId) => {
      asked.push(lastEventId);
      const next = streams.shift() ?? networkError();
      if (next instanceof Error) throw next;
      return new Response(next);
    },
    readSubmission: async () => snapshots.shift() ?? record,
  };
  return { client, asked };
}

async function follow(client: FormClient) {
  const heard: SubmissionEvent[] = [];
  const connections: Connection[] = [];
  const snapshots: FormSubmission[] = [];
  const done = followSubmission(
    client,
    'sub_1',
    {
      onEvent: (event) => heard.push(event),
      onConnection: (connection) => connections.push(connection),
      onSnapshot: (submission) => snapshots.push(submission),
    },
    new AbortController().signal,
  );
  const result = done.then(
    () => null,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  const text = heard.map((event) => (event.event === 'output:delta' ? event.data.content : '')).join('');
  return { error: await result, text, connections, snapshots };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a broken stream is resumed after the last event, and repeated events are passed on once', async () => {
  const { client, asked } = clientOf([delta(1, 'a') + delta(2, 'b'), delta(2, 'b') + delta(3, 'c') + completed(4)]);
  const { text, connections } = await follow(client);
  expect(asked).toEqual([null, '2']);
  expect(text).toBe('abc');
  expect(connections).toEqual(['live', 'reconnecting', 'live']);
});

test('events of a newer server and invalid payloads are ignored', async () => {
  const { client } = clientOf([
    'id: 1\nevent: submission:new\ndata: {}\n\nid: 2\nevent: output:delta\ndata: {\n\n' + completed(3),
  ]);
  expect((await follow(client)).error).toBeNull();
});

test('without a stream the submission is polled until it has ended', async () => {
  const { client } = clientOf([], [record, { ...record, executionStatus: 'completed', output: 'abc' }]);
  const { connections, snapshots } = await follow(client);
  expect(connections).toContain('polling');
  expect(snapshots.map((snapshot) => snapshot.executionStatus)).toEqual(['running', 'completed']);
});

test('following ends when the submission is deleted', async () => {
  const gone = new ApiError('resource_not_found', 404, '', [], null);
  const { client, asked } = clientOf([gone]);
  expect((await follow(client)).error).toBe(gone);
  expect(asked).toHaveLength(1);
});

test('going offline is reported although the stream is opened a moment later', async () => {
  const response = Promise.withResolvers<Response>();
  const client: FormClient = { ...createFormClient('demo'), openEvents: async () => response.promise };
  const connections: Connection[] = [];
  const abort = new AbortController();
  const follower = {
    onEvent: () => {},
    onSnapshot: () => {},
    onConnection: (connection: Connection) => void connections.push(connection),
  };
  const done = followSubmission(client, 'sub_1', follower, abort.signal);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  globalThis.dispatchEvent(new Event('offline'));
  response.resolve(new Response(new ReadableStream()));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connections.at(-1)).toBe('reconnecting');
  onLine.mockRestore();
  abort.abort();
  await done;
});

test('going offline is reported immediately, although the stream seems to be open', async () => {
  const client: FormClient = {
    ...createFormClient('demo'),
    openEvents: async () => new Response(new ReadableStream()),
  };
  const connections: Connection[] = [];
  const abort = new AbortController();
  const onConnection = (connection: Connection) => connections.push(connection);
  const done = followSubmission(
    client,
    'sub_1',
    { onEvent: () => {}, onConnection, onSnapshot: () => {} },
    abort.signal,
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connections.at(-1)).toBe('live');
  globalThis.dispatchEvent(new Event('offline'));
  expect(connections.at(-1)).toBe('reconnecting');
  globalThis.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connections.at(-1)).toBe('live');
  abort.abort();
  await done;
});
