import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goodPassword } from '../../../../test/browser.ts';
import { call, eventually } from '../../../../test/client.ts';
import { prepareDatabaseHome } from '../../../../test/databases/prepare-database-home.ts';
import { spawnPortico } from '../../../../test/run-portico.ts';
import { spawnServer } from '../../../../test/spawn-server.ts';

// Two starts and a command, each a process that loads the whole server.
test('each start prints a link until there is an owner, and the shell prints more', { timeout: 240_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-links-'));
  const home = await prepareDatabaseHome(dataDir);
  const environment = { ...home.environment, PUBLIC_URL: 'https://portico.example.com' };
  const printed = /^\s*Open https:\/\/portico\.example\.com\/console#setup=([\w-]{43})$/m;
  const setUp = async (url: string, token: string, email: string) =>
    call({ url, apiKey: '' }, 'POST', '/api/v1/auth/setup', {
      key: null,
      body: { token, name: 'Ada', email, password: goodPassword },
    });
  let server = await spawnServer(dataDir, environment);
  try {
    const first = await eventually(async () => printed.exec(server.output())?.[1]);
    expect((await setUp(server.url, first, 'ada@example.com')).status).toBe(201);

    const { out } = await spawnPortico({ DATA_DIR: dataDir, ...environment }, ['console', 'link']);
    const token = printed.exec(out)?.[1] ?? '';
    expect((await setUp(server.url, token, 'grace@example.com')).status).toBe(201);
    expect(server.output()).not.toContain(token);

    await server.end('SIGTERM');
    server = await spawnServer(dataDir, home.environment);
    expect((await call({ url: server.url, apiKey: '' }, 'GET', '/api/v1/auth/methods', { key: null })).status).toBe(
      200,
    );
    await eventually(async () => (server.output().includes('Portico is running') ? true : undefined));
    expect(server.output()).not.toContain('#setup=');
    // Without PUBLIC_URL and with PORT=0, links have the port that the system chose.
    const body = { email: 'ben@example.com', role: 'viewer' };
    const { link } = (await call(server, 'POST', '/api/v1/invitations', { body })).body.data;
    expect(new URL(link).origin).toBe(`http://localhost:${new URL(server.url).port}`);
  } finally {
    await server.end('SIGTERM');
    await home.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
});
