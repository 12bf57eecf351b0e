import { afterAll, beforeAll, expect, it } from 'vitest';
import { runGuide } from '../../../test/run-guide.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

it('docs/mcp.md works as written', async () => {
  const [listed, changed] = await runGuide(server, 'mcp.md');
  expect(listed?.output.split('\n')).toEqual(expect.arrayContaining(['search', 'fetch']));
  expect(JSON.parse(changed?.output ?? '')).toMatchObject({ data: { mcp: { agents: 'all', workflows: 'none' } } });
});
