import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../../test/loopback.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';

const page =
  '<html><head><title>Herons</title></head><body><h1>Herons</h1><p>Grey herons <b>nest</b> in April.</p>' +
  '<script>track()</script></body></html>';

let site: Listening;
let siteUrl: string;
let held: ServerResponse[] = [];
let server: ServerUnderTest;
const workflows = workflowRuns(() => server);

beforeAll(async () => {
  site = await serveOnLoopback((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    if (request.url === '/held') held.push(response);
    else response.end(page);
  });
  const { host } = site;
  siteUrl = `http://${host}`;
  server = await startServer({ OUTBOUND_ALLOW: host });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

async function createForm(): Promise<string> {
  const workflowId = await workflows.save({
    nodes: [text('say', 'ok')],
    outputs: { output: '{{ inputs.content }}' },
  });
  const body = { title: 'Ask us', target_type: 'workflow', workflow_id: workflowId, allow_url_input: true };
  const { data } = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body;
  return `/api/public/form-interfaces/${data.slug}/submissions`;
}

async function ended(path: string, id: string) {
  return eventually(async () => {
    const { data } = (await call(server, 'GET', `${path}/${id}`, { key: null })).body;
    return ['completed', 'failed'].includes(data.executionStatus) ? data : undefined;
  });
}

test.each([
  [undefined, /^Herons\s+Grey herons nest in April\.$/],
  ['text', /^Herons\s+Grey herons nest in April\.$/],
  ['markdown', /^# Herons\s+Grey herons \*\*nest\*\* in April\.$/],
  ['html', /^<html>.*<p>Grey herons <b>nest<\/b> in April\.<\/p>.*<\/html>$/s],
])('an address is read in mode %s', async (extractionMode, expected) => {
  const path = await createForm();
  const body = { urls: [siteUrl], ...(extractionMode === undefined ? {} : { extractionMode }) };
  const { data } = (await call(server, 'POST', path, { key: null, body })).body;
  expect((await ended(path, data.id)).output.trim()).toMatch(expected);
});

test('an unknown mode is refused', async () => {
  const answer = await call(server, 'POST', await createForm(), {
    key: null,
    body: { urls: [siteUrl], extractionMode: 'pdf' },
  });
  expect([answer.status, answer.body.error.details.fields[0].path]).toEqual([400, 'body.extractionMode']);
});

test('the request does not wait for reading: it returns while an address is still loading', async () => {
  const path = await createForm();
  const answer = await call(server, 'POST', path, { key: null, body: { urls: [`${siteUrl}/held`] } });
  expect([answer.status, answer.body.data.executionStatus]).toEqual([202, 'submitted']);
  await eventually(async () => Promise.resolve(held.length > 0 ? true : undefined));
  const { id } = answer.body.data;
  expect((await call(server, 'GET', `${path}/${id}`, { key: null })).body.data.executionStatus).toBe('processing');
  for (const response of held) response.end(page);
  held = [];
  expect((await ended(path, id)).executionStatus).toBe('completed');
});
