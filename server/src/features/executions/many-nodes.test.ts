import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../test/client.ts';
import { serveOnLoopback } from '../../../test/loopback.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { workflowRuns } from '../../../test/workflow-runs.ts';

/** The open requests; each is answered when the test says so, or at once. */
const open: ServerResponse[] = [];
let isAnswering = false;
let served = 0;
const site = await serveOnLoopback((_request, response) => {
  served += 1;
  if (isAnswering) response.end('ok');
  else open.push(response);
});
const answerAll = (): void => {
  isAnswering = true;
  for (const response of open.splice(0)) response.end('ok');
};

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ OUTBOUND_ALLOW: site.host });
});
afterAll(async () => {
  answerAll();
  await server.close();
  await site.close();
});

const { save, execute, nodes, reached } = workflowRuns(() => server);

it('of the nodes of an execution that use other servers, fifty run at the same time', async () => {
  const url = `${site.url}/`;
  const request = (id: string) => ({ id, type: 'http_request', config: { url }, timeout_ms: 600_000 });
  const requests = Array.from({ length: 40 }, (_, index) => request(`n${index}`));
  const body = { nodes: [request('a'), request('b')] };
  const loop = { id: 'each', type: 'loop', config: { items: '{{ [1..40] }}', concurrency: 20, body } };
  const id = await execute(await save({ nodes: [...requests, loop], outputs: {} }));
  // The loop itself takes no place: it only waits for its items. The starts are stored while the requests are sent.
  await eventually(async () => (open.length >= 50 && (await nodes(id)).length >= 51 ? true : undefined));
  expect([open.length, (await nodes(id)).length]).toEqual([50, 51]);
  answerAll();
  expect((await reached(id)).status).toBe('completed');
  expect(served).toBe(120);
});
