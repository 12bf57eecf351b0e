import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../test/start-server.ts';
import { answerCommand, runCommand } from './commands.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const run = async (...words: string[]) => runCommand(server.platform, words);

/** What the commands could have made. */
async function countRows(): Promise<object | undefined> {
  const [counts] = await server.platform.database.sql<object[]>`
    SELECT (SELECT count(*) FROM workspaces) AS workspaces, (SELECT count(*) FROM api_keys) AS keys,
      (SELECT count(*) FROM api_keys WHERE revoked_at IS NOT NULL) AS revoked,
      (SELECT count(*) FROM owner_links) AS links`;
  return counts;
}

test.each([
  [['workspace', 'create', 'One', 'Two'], '"Two" is one argument too many'],
  [['workspace', 'create', 'One', '--timezone', 'UTC'], 'unknown option --timezone'],
  [['workspace', 'create'], 'NAME is missing'],
  [['workspace', 'list', 'all'], '"all" is one argument too many'],
  [['workspace', 'list', '--name', 'x'], 'unknown option --name'],
  [['key', 'create', 'robot'], '"robot" is one argument too many'],
  [['key', 'create', '--scope', 'agents:read'], 'unknown option --scope'],
  [['key', 'create', '-name', 'robot'], 'unknown option -name'],
  [['key', 'create', '--name'], '--name needs a value'],
  [['key', 'create', '--name', '--scopes', 'agents:read'], '--name needs a value'],
  [['key', 'list', '--dry-run'], 'unknown option --dry-run'],
  [['key', 'revoke', 'key_1', 'key_2'], '"key_2" is one argument too many'],
  [['key', 'revoke', 'key_1', '--force'], 'unknown option --force'],
  [['console', 'link', '--foo', 'x'], 'unknown option --foo'],
  [['console', 'link', '--emial', 'me@example.com'], 'unknown option --emial'],
  [['console', 'link', 'me@example.com'], '"me@example.com" is one argument too many'],
  [['console', 'link', '--email', 'a@example.com', '--email', 'b@example.com'], '--email is given twice'],
  [['execution', 'show', 'exe_1', '--json'], 'unknown option --json'],
  [['backup'], 'FILE is missing'],
  [['backup', 'a.zip', 'b.zip'], '"b.zip" is one argument too many'],
  [['backup', '--verbose'], 'unknown option --verbose'],
  [['bundle', 'export', 'a.zip', '--rename'], 'unknown option --rename'],
  [['bundle', 'import', 'a.zip', '--dryrun'], 'unknown option --dryrun'],
  [['bundle', 'import', 'a.zip', '--dry-run=no'], '--dry-run takes no value'],
  [['restore', 'a.zip', '--force'], 'unknown option --force'],
  [['move', 'postgres://x/y', '--force'], 'unknown option --force'],
])('%j is refused with its reason, and changes nothing', async (words, reason) => {
  const before = await countRows();
  const { text, code } = await run(...words);
  expect({ text, code }).toEqual({ text: expect.stringContaining(`: ${reason}\n`), code: 2 });
  expect(text).toMatch(new RegExp(`^Usage: npm run portico -- ${words[0]}`, 'm'));
  expect(await countRows()).toEqual(before);
});

test('a value may follow an equals sign', async () => {
  expect((await run('console', 'link', '--email=nobody@example.com')).code).toBe(0);
  const links = await server.platform.database.sql`SELECT email FROM owner_links WHERE email IS NOT NULL`;
  expect(links).toEqual([{ email: 'nobody@example.com' }]);
  const { text } = await run('key', 'create', '--name=--odd=name', '--scopes=agents:read');
  expect(text).toMatch(/^ptk_/);
  expect((await run('key', 'list')).text).toContain('--odd=name');
});

test.each([[''], ['  '], ['x'.repeat(201)]])('%j names neither a workspace nor a key', async (name) => {
  const before = await countRows();
  const wanted = {
    code: expect.toBeOneOf([1, 2]),
    text: expect.stringMatching(/^(--)?name: must (not be empty|have at most 200)/),
  };
  expect(await run('workspace', 'create', name)).toEqual(wanted);
  expect(await run('key', 'create', '--name', name)).toEqual(wanted);
  expect(await countRows()).toEqual(before);
});

test.each([
  [['workspace', 'create', 'One\nTwo'], 'NAME: must be one line\n'],
  [['key', 'create', '--name', 'one\ntwo'], '--name: must be one line\n'],
  [['key', 'create', '--scopes', 'agents:read,agents:fly'], /^--scopes: there is no scope "agents:fly"; known are /],
])('%j is refused with what is wrong', async (words, reason) => {
  const before = await countRows();
  expect(await run(...words)).toEqual({ text: expect.stringMatching(reason), code: 2 });
  expect(await countRows()).toEqual(before);
});

test('an unexpected failure is logged, and answered', async () => {
  const answer = await answerCommand(server.platform, 'not JSON');
  expect(JSON.parse(answer)).toEqual({ text: expect.stringContaining('log of the server'), code: 1 });
});

test('the name of a workspace has no blanks around it, as in the API', async () => {
  expect((await run('workspace', 'create', '  Trimmed ')).code).toBe(0);
  expect(await run('workspace', 'create', 'Trimmed')).toEqual({ code: 1, text: 'name: is taken\n' });
});

test('names that others have chosen can’t control the terminal, nor look like other lines', async () => {
  const name = '\u001b]52;c;cm0=\u0007red\u009b31m\nkey_1 \u202eevil';
  const shown = ']52;c;cm0= red 31m key_1 evil';
  const key = await call(server, 'POST', '/api/v1/api-keys', { body: { name, scopes: ['agents:read'] } });
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name } });
  expect([key.status, agent.status]).toEqual([201, 201]);
  const { sql } = server.platform.database;
  await sql`UPDATE workspaces SET name = ${name} WHERE name = 'default'`;
  const folder = await mkdtemp(join(tmpdir(), 'portico-commands-'));
  try {
    const file = join(folder, 'bundle.zip');
    const place = [file, '--workspace', name];
    const outputs = [
      await run('key', 'list'),
      await run('workspace', 'list'),
      await run('bundle', 'export', ...place),
      await run('bundle', 'import', ...place, '--dry-run'),
    ];
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    for (const { text } of outputs) expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    for (const { text } of outputs.filter((_, at) => at !== 2)) expect(text).toContain(shown);
  } finally {
    await sql`UPDATE workspaces SET name = 'default' WHERE name = ${name}`;
    await rm(folder, { recursive: true });
  }
});
