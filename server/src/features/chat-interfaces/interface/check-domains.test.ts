import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { startServer } from '../../../../test/start-server.ts';
import { checkDomains } from './check-domains.ts';

test('a server that stops does not wait for name servers that do not answer', async () => {
  const server = await startServer();
  const { sql } = server.platform.database;
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
  const body = { name: 'Help desk', agent_id: agent.id, custom_domains: ['unanswered.invalid'] };
  await call(server, 'POST', '/api/v1/chat-interfaces', { body });
  await sql`UPDATE chat_domains SET checked_at = NULL`;
  const { promise: asked, resolve: note } = Promise.withResolvers<void>();
  const unanswered = new Promise<string[][]>(() => undefined);
  const checked = checkDomains(server.platform, async () => {
    note();
    return unanswered;
  });
  await asked;
  const { stopping } = server.platform;
  const closed = server.close();
  await checked;
  expect(stopping.aborted).toBe(true);
  await closed;
});
