import { submissionEvents } from '@portico/shared-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually, readEvents } from '../../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../../test/loopback.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';

let model: ModelServer;
let site: Listening;
let siteUrl: string;
let server: ServerUnderTest;
const workflows = workflowRuns(() => server);

beforeAll(async () => {
  model = await startModelServer();
  site = await serveOnLoopback((request, response) => {
    response.statusCode = request.url === '/page' ? 200 : 404;
    response.setHeader('Content-Type', 'text/plain').end('Grey herons nest in April.');
  });
  const { host } = site;
  siteUrl = `http://${host}`;
  server = await startServer({ OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'test-model', OUTBOUND_ALLOW: host });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await site.close();
});

async function createForm(target: Record<string, unknown>): Promise<{ id: string; base: string }> {
  const body = { title: 'Ask us', allow_file_upload: true, allow_url_input: true, ...target };
  const { data } = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body;
  return { id: data.id, base: `/api/public/form-interfaces/${data.slug}` };
}

async function createEcho(): Promise<{ id: string; base: string }> {
  const workflow = await workflows.save({ nodes: [text('say', 'ok')], outputs: { output: '{{ inputs }}' } });
  return createForm({ target_type: 'workflow', workflow_id: workflow });
}

async function upload(base: string, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return (await call(server, 'POST', `${base}/upload`, { key: null, form })).body.data.fileRef;
}

async function run(base: string, body: unknown) {
  const { data } = (await call(server, 'POST', `${base}/submissions`, { key: null, body })).body;
  const path = `${base}/submissions/${data.id}`;
  const events = await readEvents(server, `${path}/events`, { key: null });
  const done = await eventually(async () => (await call(server, 'GET', path, { key: null })).body.data);
  return { events, done };
}

const damaged = '%PDF-1.4\nand then nothing of a PDF';

test('unreadable items are reported and left out, and the run continues with the rest', async () => {
  const { id, base } = await createEcho();
  const files = [await upload(base, 'notes.txt', 'Remember the milk.'), await upload(base, 'torn.pdf', damaged)];
  const { events, done } = await run(base, { files, urls: [`${siteUrl}/gone`, `${siteUrl}/page`] });
  const unread = [
    { file: 'torn.pdf', message: 'The document is damaged and could not be read.', code: 'file_damaged' },
    { url: `${siteUrl}/gone`, message: 'The address answered with status 404.', code: 'url_unreachable' },
  ];
  expect(done).toMatchObject({ executionStatus: 'completed', unread });
  const inputs = JSON.parse(done.output);
  expect(inputs.content).toBe('Remember the milk.\n\nGrey herons nest in April.');
  expect(inputs.unread).toEqual(unread.map(({ code: _, ...source }) => source));
  const ends = events
    .filter(({ event }) => event === 'submission:processing')
    .map(({ data }) => submissionEvents['submission:processing'].parse(data))
    .filter((data, index, all) => data.done > (all[index - 1]?.done ?? 0));
  expect(ends.map(({ file, url, error }) => [file ?? url, error?.message, error?.cause])).toEqual([
    ['notes.txt', undefined, undefined],
    ['torn.pdf', unread[0]?.message, 'file_damaged'],
    [`${siteUrl}/gone`, unread[1]?.message, 'url_unreachable'],
    [`${siteUrl}/page`, undefined, undefined],
  ]);
  const list = await call(server, 'GET', `/api/v1/form-interfaces/${id}/submissions`);
  expect(list.body.data).toMatchObject([{ execution_status: 'completed', unread }]);
});

test('a submission fails if nothing could be read, with each reason', async () => {
  const { base } = await createEcho();
  const files = [await upload(base, 'torn.pdf', damaged)];
  const { events, done } = await run(base, { message: 'Sum it up', files, urls: [`${siteUrl}/gone`] });
  expect(done).toMatchObject({
    executionStatus: 'failed',
    executionId: null,
    unread: [{ file: 'torn.pdf' }, { url: `${siteUrl}/gone` }],
  });
  expect(done.error).toEqual({
    code: 'content_unreadable',
    message: `torn.pdf: The document is damaged and could not be read.\n${siteUrl}/gone: The address answered with status 404.`,
  });
  expect(events.at(-1)?.event).toBe('submission:failed');
});

test('an agent learns what could not be read', async () => {
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
  const { base } = await createForm({ target_type: 'agent', agent_id: agent.body.data.id });
  model.reply({ text: 'Some of it.' });
  const files = [await upload(base, 'notes.txt', 'Remember the milk.'), await upload(base, 'torn.pdf', damaged)];
  const { done } = await run(base, { message: 'Sum it up', files, urls: [`${siteUrl}/gone`] });
  expect(done).toMatchObject({ executionStatus: 'completed', output: 'Some of it.' });
  const asked = JSON.stringify(model.calls.findLast(({ path }) => path.endsWith('/chat/completions'))?.body);
  expect(asked).toContain('Remember the milk.');
  expect(asked).toContain('Could not be read: torn.pdf (The document is damaged and could not be read.)');
  expect(asked).toContain(`Could not be read: ${siteUrl}/gone (The address answered with status 404.)`);
});

test('an output that starts again sends output:restarted, and repeated progress is not reported', async () => {
  const workflowId = await workflows.save({
    nodes: [{ id: 'write', type: 'llm', config: { prompt: 'Write' }, retry: { max_attempts: 2, backoff_ms: 1 } }],
    outputs: { output: '{{ nodes.write.outputs.text }}' },
  });
  const { base } = await createForm({ target_type: 'workflow', workflow_id: workflowId });
  const words = ['Owls ', 'fly ', 'by ', 'night.'];
  model.reply({ text: words, cutAfter: 3, tokenDelayMs: 60 }, { text: words, tokenDelayMs: 60 });
  const { events, done } = await run(base, { message: 'owls' });
  expect(done.output).toBe('Owls fly by night.');
  const output = events.filter(({ event }) => event.startsWith('output:'));
  const restart = output.findIndex(({ event }) => event === 'output:restarted');
  const write = (some: typeof output) => some.map(({ data }) => data.content).join('');
  expect(write(output.slice(0, restart))).toMatch(/^Owls/);
  expect(write(output.slice(restart + 1))).toBe('Owls fly by night.');
  expect(output.filter(({ event }) => event === 'output:restarted')).toHaveLength(1);
  const running = events
    .filter(({ event }) => event === 'submission:running')
    .map(({ data: { progress, current_node: node } }) => `${progress} ${node}`);
  expect(running).toEqual([...new Set(running)]);
});
