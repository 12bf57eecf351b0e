import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-config-'));
});
afterAll(async () => rm(dataDir, { recursive: true, force: true }));

const read = (environment: Record<string, string>, words: string[] = []) =>
  readConfig({ DATA_DIR: dataDir, ...environment }, words);

test.each([
  [{ PORT: 'abc' }, 'PORT: must be a whole number from 0 to 65535, not abc'],
  [{ PORT: '0x4702' }, 'PORT: must be a whole number from 0 to 65535, not 0x4702'],
  [{ PORT: '1e3' }, 'PORT: must be a whole number from 0 to 65535, not 1e3'],
  [{ MAX_UPLOAD_MB: '0' }, 'MAX_UPLOAD_MB: must be a whole number from 1 to 10240, not 0'],
  [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY: must be a whole number from 0 to 100, not -1'],
  [{ MODEL_API: 'soap' }, 'MODEL_API: must be one of auto, chat, responses, not soap'],
  [{ OIDC_DEFAULT_ROLE: 'boss' }, 'OIDC_DEFAULT_ROLE: must be one of owner, editor, responder, viewer, not boss'],
  [{ ALLOW_WORKSPACE_CREATION: 'maybe' }, 'ALLOW_WORKSPACE_CREATION: must be true or false, not maybe'],
  [{ LOG_LEVEL: 'loud\nand clear' }, /^LOG_LEVEL: must be one of fatal, .*, not loud and clear$/],
  [{ PUBLIC_URL: 'portico.example' }, 'PUBLIC_URL: must be an http or https address'],
  [{ REDIS_URL: '6379' }, 'REDIS_URL: must be a redis:// address'],
  [{ PUBLIC_URL: 'https://portico.example/?a=1' }, /^PUBLIC_URL: must be an address like https/],
  [{ PUBLIC_URL: 'https://portico.example/#top' }, /^PUBLIC_URL: must be an address like https/],
  [{ PUBLIC_URL: 'https://me:hidden@portico.example' }, /^PUBLIC_URL: must be an address like (?!.*hidden)/],
  [{ SMTP_URL: 'smtp://m', MAIL_FROM: 'Portico' }, /^MAIL_FROM: must be an e-mail address/],
  [{ SMTP_URL: 'smtp://m', MAIL_FROM: 'a@b.example, c@d.example' }, /^MAIL_FROM: must be an e-mail address/],
  [{ OIDC_ALLOWED_DOMAINS: '@@' }, 'OIDC_ALLOWED_DOMAINS: @@ must be a domain like example.com'],
  [{ OIDC_ALLOWED_DOMAINS: 'a.example,me@b.example' }, /^OIDC_ALLOWED_DOMAINS: me@b.example must be a domain/],
  [{ REDIS_URL: 'redis://127.0.0.1:6379/5x' }, /^REDIS_URL: the database after the slash must be a number/],
  [{ WEBHOOK_RETRY_SCHEDULE: '5,99999999999999999999' }, /^WEBHOOK_RETRY_SCHEDULE: must have steps of at most 2592000/],
  [{ WEBHOOK_RETRY_SCHEDULE: '5;6' }, 'WEBHOOK_RETRY_SCHEDULE: must be seconds separated by commas'],
])('%j is refused in plain words', (environment: Record<string, string>, message) => {
  expect(() => read(environment)).toThrow(message);
});

test.each(['~', '~portico'])('a folder named %s is not created, and one with an installation is used', async (home) => {
  const given = join(home, basename(dataDir));
  onTestFinished(async () => rm(home, { recursive: true, force: true }));
  expect(() => read({ DATA_DIR: given })).toThrow(/^DATA_DIR: must be a whole path/);
  expect(existsSync(home)).toBe(false);
  await mkdir(given, { recursive: true });
  expect(read({ DATA_DIR: given }).dataDir).toBe(resolve(given));
});

test('values of a file with the line ends of Windows are those without a carriage return, except for the key', () => {
  const key = `${'k'.repeat(32)}\r`;
  const config = read({ HOST: '::1\r', LOG_LEVEL: 'warn\r', PUBLIC_URL: 'https://portico.example\r', SECRET_KEY: key });
  expect(config).toMatchObject({ host: '::1', logLevel: 'warn', publicUrl: 'https://portico.example', secretKey: key });
});

test('a folder whose name an earlier version took with the carriage return stays the one of its installation', async () => {
  const given = join(dataDir, 'data\r');
  expect(read({ DATA_DIR: given }).dataDir).toBe(join(dataDir, 'data'));
  await mkdir(given);
  expect(read({ DATA_DIR: given }).dataDir).toBe(given);
});

test('values with blanks, and others that were always accepted, are understood', () => {
  const config = read({
    PORT: '',
    LOG_LEVEL: '',
    WEBHOOK_RETRY_SCHEDULE: '5, 300, 2592000',
    PUBLIC_URL: 'HTTPS://Portico.Example:443/desk//',
    REDIS_URL: 'redis://:word@127.0.0.1:6379/3',
    SMTP_URL: 'smtp://m',
    MAIL_FROM: 'Portico <portico@localhost>',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'word',
    OIDC_ALLOWED_DOMAINS: '@Example.com, müller.example,intern',
    ALLOW_WORKSPACE_CREATION: 'yes',
  });
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    logLevel: 'info',
    webhookRetrySchedule: [5, 300, 2_592_000],
    publicUrl: 'https://portico.example/desk',
    mail: { from: 'Portico <portico@localhost>' },
    oidc: {
      name: 'single sign-on',
      allowedDomains: ['example.com', 'müller.example', 'intern'],
      defaultRole: 'viewer',
    },
    allowWorkspaceCreation: true,
  });
});

describe('the command line of a server', () => {
  test.each([
    [['--rol', 'web'], '--rol: is not understood'],
    [['web'], 'web: is not understood'],
    [['--port', '80'], '--port: is not understood; the server accepts --role web|worker|all, --help and --version'],
    [['--role', 'all', 'more'], 'more: is not understood'],
    [['--role=all', '--role=all'], '--role: is given twice'],
    [['--role'], '--role: must be web, worker or all'],
    [['--role', 'boss'], '--role: must be web, worker or all, not boss'],
  ])('%j is refused', (words, message) => {
    expect(() => read({}, words)).toThrow(message);
  });

  test.each([[[]], [['--role', 'all']], [['--role=all']]])('%j is understood', (words) => {
    expect(read({}, words).role).toBe('all');
  });
});

test('a folder in which nothing can be made is refused', () => {
  // Here, the system says that the parent is missing, although it exists.
  expect(() => read({ DATA_DIR: '/proc/portico' })).toThrow(/^DATA_DIR: \/proc\/portico is not a folder/);
});

test('a command creates no folder', () => {
  const folder = join(dataDir, 'not-there');
  const environment = { DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1/x' };
  expect(readConfig(environment, [], { mustExist: true })).toMatchObject({ dataDir: folder, secretKey: undefined });
  expect(existsSync(folder)).toBe(false);
});
