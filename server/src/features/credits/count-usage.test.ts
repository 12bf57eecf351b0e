import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { chargeRun, askModel } from './run-payer.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

/** Runs `work` while the first insertion of usage is refused. A sequence is not rolled back with it. */
async function refusingFirstUsage(work: () => Promise<void>): Promise<void> {
  const { sql } = server.platform.database;
  await sql`CREATE SEQUENCE refused_usages`;
  await sql.unsafe(`CREATE FUNCTION refuse_usage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('refused_usages') = 1 THEN RAISE EXCEPTION 'no usage today'; END IF; RETURN NEW; END $$`);
  await sql`CREATE TRIGGER refuse_usage BEFORE INSERT ON usage_days FOR EACH ROW EXECUTE FUNCTION refuse_usage()`;
  try {
    await work();
  } finally {
    await sql`DROP FUNCTION refuse_usage CASCADE`;
    await sql`DROP SEQUENCE refused_usages`;
  }
}

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
  await refusingFirstUsage(async () => {
    const asking = askModel(platform, { workspaceId, runId, name: '0', request }, new AbortController().signal);
    await expect(Array.fromAsync(asking)).rejects.toThrow('no usage today');
  });
  const [spent] = await sql<{ spent: number }[]>`
    SELECT spent::float8 FROM interface_credits WHERE interface_id = ${interfaceId}`;
  const [counted] = await sql<{ credits: number }[]>`
    SELECT sum(credits)::float8 AS credits FROM usage_days WHERE interface_id = ${interfaceId}`;
  expect(counted?.credits).toBeGreaterThan(0);
  expect(spent?.spent).toBeCloseTo(counted?.credits ?? 0, 9);
});
