import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { startServer } from '../../../../test/start-server.ts';
import { create, openTwoWorkspaces } from '../../../../test/two-workspaces.ts';
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

test('a workspace with many domains that are never verified leaves look-ups to the others', async () => {
  const server = await startServer();
  try {
    const { here, elsewhere } = await openTwoWorkspaces(server);
    const { id: busy } = await create(here, '/agents', { name: 'Guide' });
    const { id: quiet } = await create(elsewhere, '/agents', { name: 'Guide' });
    for (let chat = 0; chat < 5; chat += 1) {
      const domains = Array.from({ length: 10 }, (_, at) => `chat-${chat}-${at}.invalid`);
      await create(here, '/chat-interfaces', { name: 'Help', agent_id: busy, custom_domains: domains });
    }
    await create(elsewhere, '/chat-interfaces', { name: 'Help', agent_id: quiet, custom_domains: ['quiet.invalid'] });
    const { sql } = server.platform.database;
    await sql`
      UPDATE chat_domains
      SET checked_at = now() - CASE domain WHEN 'quiet.invalid' THEN interval '2 minutes' ELSE interval '3 minutes' END`;
    const names: string[] = [];
    await checkDomains(server.platform, async (name) => {
      names.push(name);
      return Promise.resolve([]);
    });
    expect(names).toContain('_portico.quiet.invalid');
    expect(names).toHaveLength(20);
  } finally {
    await server.close();
  }
});
