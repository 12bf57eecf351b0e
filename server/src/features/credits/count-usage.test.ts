import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import * as usage from './usage.sql.ts';
import { chargeRun, askModel } from './run-payer.ts';

vi.mock('./usage.sql.ts', { spy: true });

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());
afterEach(() => {
  vi.mocked(usage.addUsage).mockRestore();
});

test('a call of an interface without a cap costs once, even if its usage could not be counted at first', async () => {
  const { platform } = server;
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
  const body = { name: 'Desk', agent_id: agent.id };
  const { id: interfaceId } = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body.data;
  const { sql } = platform.database;
  const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM agents WHERE id = ${agent.id}`;
  const workspaceId = row?.workspace_id ?? '';
  const runId = 'msg_counted_once';
  const charge = { workspaceId, interfaceId, locale: undefined, causeId: runId };
  await platform.database.transaction(async (tx) => chargeRun(platform, tx, { runId, charge }));
  const request = { model: agent.model, messages: [{ role: 'user' as const, content: 'Hello' }] };
  vi.mocked(usage.addUsage).mockRejectedValueOnce(new Error('no connection'));
  const asking = askModel(platform, { workspaceId, runId, name: '0', request }, new AbortController().signal);
  await expect(Array.fromAsync(asking)).rejects.toThrow('no connection');
  const [spent] = await sql<{ spent: number }[]>`
    SELECT spent::float8 FROM interface_credits WHERE interface_id = ${interfaceId}`;
  const [counted] = await sql<{ credits: number }[]>`
    SELECT sum(credits)::float8 AS credits FROM usage_days WHERE interface_id = ${interfaceId}`;
  expect(counted?.credits).toBeGreaterThan(0);
  expect(spent?.spent).toBeCloseTo(counted?.credits ?? 0, 9);
});
