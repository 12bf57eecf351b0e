import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../scripts/tests/free-port.ts';
import { answerCommand } from '../src/app/commands.ts';
import { call } from './client.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

const root = join(import.meta.dirname, '../..');

let apiPort: number;
let server: ServerUnderTest;
beforeAll(async () => {
  apiPort = await findFreePort();
  // The port is part of the addresses in the responses.
  const port = await findFreePort();
  server = await startServer({ PORT: `${port}`, OUTBOUND_ALLOW: `127.0.0.1:${apiPort}` });
  const { platform } = server;
  // A command looks for the database's files before it is sent to the server, whose database is in memory.
  await mkdir(join(platform.config.dataDir, 'database'));
  platform.database.serveCommands(async (request) => answerCommand(platform, request));
});
afterAll(async () => server.close());

/** Runs a script as a person would after starting the server; the key is read from the server's file. */
async function runScript(name: string, environment: Record<string, string> = {}) {
  const env = {
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    LANG: 'C.UTF-8',
    DATA_DIR: server.platform.config.dataDir,
    PORTICO_URL: server.url,
    PORTICO_API_PORT: `${apiPort}`,
    ...environment,
  };
  return new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(join(root, 'examples/curl', name), { env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, text: stdout + stderr });
    });
  });
}

test(
  'every endpoint responds to curl as documented in examples/curl, and nothing is left behind',
  { timeout: 300_000 },
  async () => {
    const before = await countResources();
    const { code, text } = await runScript('every-endpoint.sh');
    expect(text.match(/^.*\n.*\n!!.*/gm)).toBeNull();
    expect(code, text.slice(-2_000)).toBe(0);
    expect(text).not.toContain(server.apiKey);
    const called = listCalls(text);
    const uncalled = (await listOperations()).filter(({ pattern }) => !called.some((line) => pattern.test(line)));
    expect(uncalled.map(({ name }) => name)).toEqual([]);
    expect(await countResources()).toEqual(before);
  },
);

test('the five workflows of the guide run from curl', { timeout: 300_000 }, async () => {
  const { code, text } = await runScript('workflows.sh');
  expect(text.match(/^.*\n.*\n!!.*/gm)).toBeNull();
  expect(code, text.slice(-2_000)).toBe(0);
  expect(text.match(/^ {4}outputs: /gm)).toHaveLength(7);
  expect(text).toMatch(/^├─ first +http_request +completed/m);
});

test('a script fails on an unexpected response and names it', async () => {
  const body = { name: 'Narrow', scopes: ['workflows:write'] };
  const { key } = (await call(server, 'POST', '/api/v1/api-keys', { body })).body.data;
  const { code, text } = await runScript('every-endpoint.sh', { PORTICO_KEY: key });
  expect(code).toBe(1);
  expect(text).toContain('!! 4.1 Workflows: answered 403 instead of 200');
  expect(text).toContain('== Broken off: removing what was made');
});

async function countResources(): Promise<unknown> {
  const lists = ['workflows', 'triggers', 'agents', 'threads', 'knowledge-bases', 'webhooks', 'chat-interfaces'];
  const paths = [...lists, 'form-interfaces'].map((name) => `/api/v1/${name}`);
  return Promise.all(
    [...paths, '/api/personas'].map(async (path) => {
      const { body } = await call(server, 'GET', path);
      return [path, body.pagination.total_count ?? body.pagination.totalCount];
    }),
  );
}

/** `METHOD path` of each successful call of a transcript. */
function listCalls(text: string): string[] {
  const calls = /^\$ curl (?:-X ([A-Z]+) |-I )?"\$PORTICO_URL([^"?]+)[^]*?\n(\d{3}) /gm;
  return [...text.matchAll(calls)]
    .filter(([, , , status = '']) => status.startsWith('2'))
    .map(([, method = 'GET', path = '']) => `${method} ${path.replace(/^\/public\//, '/api/public/')}`);
}

/**
 * Operations that a script can't show with a key alone: the call needs a member, a page that runs tools, or an external
 * site.
 */
const elsewhere = new Set([
  '/api/v1/members/{id}',
  '/api/public/chat-interfaces/{slug}/sessions/{id}/tool-results',
  '/api/public/chat-interfaces/{slug}/sessions/{id}/tool-calls/{tool_call_id}/claim',
  '/api/v1/brand-lookup',
]);

/** The operations of the API's description that a key or nobody may call (not those of browsers), each with a pattern of the line `METHOD path` that calls it. */
async function listOperations(): Promise<{ name: string; pattern: RegExp }[]> {
  const { paths } = JSON.parse(await readFile(join(root, 'server/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { security: object[] }>>;
  };
  const shown = Object.entries(paths).filter(([path]) => !elsewhere.has(path));
  return shown.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters' && !path.startsWith('/api/v1/auth/'))
      .filter(([, { security }]) => !security.some((way) => 'session' in way) || security.length > 1)
      .map(([method]) => {
        const name = `${method.toUpperCase()} ${path}`;
        return { name, pattern: new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
      }),
  );
}
