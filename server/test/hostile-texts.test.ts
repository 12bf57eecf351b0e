import { afterAll, beforeAll, expect, it } from 'vitest';
import { timeouts } from '../../scripts/tests/timeouts.ts';
import { call, eventually } from './client.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';
import { text, workflowRuns } from './workflow-runs.ts';

const megabyte = 1024 * 1024;
const texts: [string, string, string][] = [
  ['spaces', 'spaces.txt', `a${' '.repeat(4 * megabyte)}b`],
  ['one letter', 'letter.txt', 'a'.repeat(4 * megabyte)],
  ['rows', 'rows.csv', Array.from({ length: 30_000 }, (_, at) => `${at},Person ${at},Town ${at % 97}`).join('\n')],
];

let server: ServerUnderTest;
let form: string;
beforeAll(async () => {
  server = await startServer();
  const nodes = [text('say', 'Thank you.')];
  const outputs = { output: '{{ nodes.say.outputs.text }}' };
  const workflow_id = await workflowRuns(() => server).save({ nodes, outputs });
  const body = { title: 'Send us', target_type: 'workflow', workflow_id, allow_file_upload: true };
  const { slug } = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body.data;
  form = `/api/public/form-interfaces/${slug}`;
});
afterAll(async () => server.close());

const visit = async (method: string, path: string, request: { body?: unknown; form?: FormData } = {}) =>
  (await call(server, method, form + path, { ...request, key: null })).body.data;

/** Requests /healthz repeatedly until `isOver`; returns the longest wait in milliseconds. */
async function watchHealth(isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const asked = performance.now();
    expect((await call(server, 'GET', '/healthz', { key: null })).status).toBe(200);
    longest = Math.max(longest, performance.now() - asked);
  }
  return longest;
}

it.each(texts)('a visitor’s file that consists only of %s delays nobody', async (_, name, content) => {
  const upload = new FormData();
  upload.set('file', new Blob([content]), name);
  const { fileRef } = await visit('POST', '/upload', { form: upload });
  const started = performance.now();
  const { id } = await visit('POST', '/submissions', { body: { message: 'Read this', files: [fileRef] } });
  let isOver = false;
  const [longest] = await Promise.all([
    watchHealth(() => isOver),
    waitUntilRead(id).finally(() => {
      isOver = true;
    }),
  ]);
  // When the server's own process read the file, one response had to wait until all of it was read.
  expect(longest).toBeLessThan((performance.now() - started) / 2);
});

/** Waits until a submission's run has ended, and all of its content is searchable. */
async function waitUntilRead(id: string): Promise<void> {
  await eventually(async () => {
    const { executionStatus } = await visit('GET', `/submissions/${id}`);
    return executionStatus === 'completed' ? true : undefined;
  }, timeouts.testTimeout);
  await eventually(async () => {
    const { partial } = await visit('POST', `/submissions/${id}/query`, { body: { query: 'Person' } });
    return partial === undefined ? true : undefined;
  }, timeouts.testTimeout);
}
