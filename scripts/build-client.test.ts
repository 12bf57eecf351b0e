import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../shared-types/src/client/create-client.ts';
import { operations } from '../shared-types/src/client/operations.ts';
import { buildClient } from './build-client.ts';
import { repositoryRoot } from './repository.ts';

let folder = '';
beforeAll(async () => {
  // Inside of the repository, where the package finds zod.
  const cache = join(repositoryRoot, 'node_modules/.cache/portico');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'client-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', sideEffects: false }));
  const { code, output } = await buildClient(join(folder, 'dist'));
  if (code !== 0) throw new Error(output);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function loadPackage(): Promise<{ createClient: typeof createClient }> {
  return import(join(folder, 'dist/index.js')) as Promise<{ createClient: typeof createClient }>;
}

/** Size in bytes after gzip of an app that consists of this code and of what it imports. */
async function bundle(code: string): Promise<number> {
  const entry = join(folder, 'app.js');
  writeFileSync(entry, code);
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, rolldownOptions: { input: entry } },
  });
  const { output } = built as { output: { type: string; code?: string }[] };
  return gzipSync(output.map((file) => file.code ?? '').join('')).length;
}

test('an app that calls the server contains neither schemas nor zod', async () => {
  const calling = "import { createClient } from './dist/index.js'; createClient({ baseUrl: '' }).agents.list();";
  expect(await bundle(calling)).toBeLessThan(7_000);
  const checking = `${calling} import { Agent } from './dist/index.js'; console.log(Agent.parse({}));`;
  expect(await bundle(checking)).toBeGreaterThan(10_000);
});

const methods = Object.entries(operations).flatMap(([resource, table]) =>
  Object.entries(table as Record<string, { kind: string; path: string }>).map(
    ([name, { kind, path }]) => [`${resource}.${name}`, kind, path] as const,
  ),
);

test('the packed client sends the same requests as that of this repository', async () => {
  const packed = await loadPackage();
  expect(methods.length).toBeGreaterThan(150);
  for (const [name, kind, path] of methods) {
    const sent = await requestOf(createClient, name, kind, path);
    expect(sent, name).toMatchObject({ address: expect.stringContaining('http://portico/api/') });
    expect(await requestOf(packed.createClient, name, kind, path), name).toEqual(sent);
  }
});

/** What a method sends for the ids of its path, and for a body or a query. */
async function requestOf(create: typeof createClient, name: string, kind: string, path: string): Promise<object> {
  let request = {};
  const client = create({
    baseUrl: 'http://portico',
    maxRetries: 0,
    maxReconnects: 0,
    fetch: async (address, init = {}) => {
      const { method, body } = init;
      const headers = [...new Headers(init.headers).keys()];
      // Ids that each request gets are random.
      const json = typeof body === 'string' ? body.replace(/"[\da-f]{32}"/, '"random"') : undefined;
      const text = body instanceof FormData ? [...body.keys()] : json;
      request = { address, method, headers, text };
      throw new Error('sent');
    },
  });
  const [resource = '', method = ''] = name.split('.');
  const call = (client as unknown as Record<string, Record<string, Call>>)[resource]?.[method];
  const ids = (path.match(/\{/g) ?? []).map((_, at) => `id${at}`);
  const file = kind === 'upload' ? [{ name: 'a.txt', data: new Blob(['a']) }] : [];
  const answer = call?.(...ids, ...file, { metadata: 'x' }, { search: 'y' });
  await (answer instanceof Promise ? answer : answer?.next())?.catch(() => undefined);
  return request;
}
type Call = (...args: unknown[]) => Promise<unknown> | AsyncGenerator;

test('the packed client reads a stream to its last event', async () => {
  const { createClient: create } = await loadPackage();
  const lines = [
    'id: 1\nevent: message:delta\ndata: {"content":"Hi"}',
    'id: 2\nevent: message:completed\ndata: {}',
    '',
  ];
  const client = create({
    baseUrl: '',
    fetch: async () => new Response(lines.join('\n\n'), { headers: { 'content-type': 'text/event-stream' } }),
  });
  const events = await Array.fromAsync(client.messages.stream('thr_x', { content: 'Hello' }));
  expect(events.map(({ event }) => event)).toEqual(['message:delta', 'message:completed']);
});
