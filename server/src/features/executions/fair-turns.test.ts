import { afterAll, beforeAll, expect, it } from 'vitest';
import { timeouts } from '../../../../scripts/tests/timeouts.ts';
import { runCommand } from '../../app/commands.ts';
import { call, type Endpoint, eventually } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let server: ServerUnderTest;
let noisy: Endpoint;
beforeAll(async () => {
  server = await startServer();
  await runCommand(server.platform, ['workspace', 'create', 'noisy']);
  const { text } = await runCommand(server.platform, ['key', 'create', '--workspace', 'noisy']);
  noisy = { url: server.url, apiKey: /ptk_\w+/.exec(text)?.[0] ?? '' };
});
afterAll(async () => server.close());

async function save(on: Endpoint, source: string): Promise<string> {
  const definition = { nodes: [{ id: 'run', type: 'code', config: { source } }] };
  return (await call(on, 'POST', '/api/v1/workflows', { body: { name: 'Code', definition } })).body.data.id;
}
const start = async (on: Endpoint, workflow: string): Promise<string> =>
  (await call(on, 'POST', `/api/v1/workflows/${workflow}/execute`, { body: { inputs: {} } })).body.data.execution_id;
const statusOf = async (on: Endpoint, id: string): Promise<string> =>
  (await call(on, 'GET', `/api/v1/executions/${id}`)).body.data.status;
const isOver = (status: string): boolean => ['completed', 'failed', 'cancelled'].includes(status);

it('endless scripts of one workspace do not block those of another', async () => {
  const endless = await save(noisy, 'export default () => { for (;;) {} }');
  const short = await save(server, 'export default () => 1');
  const flood = await Promise.all(Array.from({ length: 16 }, async () => start(noisy, endless)));
  await eventually(async () => ((await statusOf(noisy, flood[0] ?? '')) === 'running' ? true : undefined));
  const id = await start(server, short);
  const end = await eventually(async () => {
    const status = await statusOf(server, id);
    return isOver(status) ? status : undefined;
  }, timeouts.testTimeout);
  expect(end).toBe('completed');
  // In order of arrival, all of the flood would have run first.
  const statuses = await Promise.all(flood.map(async (one) => statusOf(noisy, one)));
  expect(statuses.filter(isOver).length).toBeLessThan(flood.length / 2);
  await Promise.all(flood.map(async (one) => call(noisy, 'POST', `/api/v1/executions/${one}/cancel`)));
});
