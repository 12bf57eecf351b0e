import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, eventually } from '../client.ts';
import { useClock } from '../clock.ts';
import { startServer, type ServerUnderTest } from '../start-server.ts';

const clock = useClock();

describe('guessing slugs', () => {
  let server: ServerUnderTest;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test('is limited on the pages and the API together, preflights and uploads too', async () => {
    const guess = async (path: string, method = 'GET'): Promise<Response> =>
      fetch(server.url + path, { method, headers: method === 'OPTIONS' ? { Origin: 'https://x.example' } : {} });
    const ways = [
      async (at: number) => guess(`/chat/no-such-${at}`),
      async (at: number) => guess(`/forms/no-such-${at}`),
      async (at: number) => guess(`/forms/no-such-${at}/s/sub_none`),
      async (at: number) => guess(`/api/public/chat-interfaces/no-such-${at}`),
      async (at: number) => guess(`/api/public/form-interfaces/no-such-${at}`, 'OPTIONS'),
      async (at: number) => guess(`/public/form-interfaces/no-such-${at}/uploads`, 'POST'),
    ];
    // If the minute ended in between, the last requests would be the first of the next one.
    clock.toNextMinute();
    const answers: number[] = [];
    for (let at = 0; at < 126; at += 1) answers.push((await ways[at % ways.length]?.(at))?.status ?? 0);
    // A preflight passes, so that the page can read the 404 of the request itself; it counts all the same.
    expect(new Set(answers.filter((_, at) => at % ways.length !== 4))).toEqual(new Set([404, 429]));
    expect(new Set(answers.filter((_, at) => at % ways.length === 4))).toEqual(new Set([204, 429]));
    expect(answers.filter((status) => status !== 429).length).toBeLessThanOrEqual(120);
    const refused = await Promise.all(ways.map(async (way) => way(1000)));
    expect(refused.map(({ status }) => status)).toEqual(ways.map(() => 429));
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    const agent_id = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
    const chat = await call(server, 'POST', '/api/v1/chat-interfaces', { body: { name: 'Help desk', agent_id } });
    expect((await guess(`/api/public/chat-interfaces/${chat.body.data.slug}`)).status).toBe(200);
  });
});

describe('an address with a password in it', () => {
  let server: ServerUnderTest;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test.each([
    [{ type: 'http', name: 'a', request: { url: 'https://me:secret@api.example.com/{{ q }}' } }, 'request.url'],
    [{ type: 'http', name: 'a', request: { url: 'https://me:secret@{{ host }}/x' } }, 'request.url'],
    [{ type: 'http', name: 'a', request: { url: 'https://{{ user }}@api.example.com' } }, 'request.url'],
    [{ type: 'mcp', url: 'https://me@mcp.example.com/mcp' }, 'url'],
  ])('is refused for a tool: %j', async (tool, field) => {
    const { status, body } = await call(server, 'POST', '/api/v1/agents', { body: { name: 'A', tools: [tool] } });
    expect([status, body.error.details.fields]).toMatchObject([
      400,
      [
        {
          path: `body.tools[0].${field}`,
          message: expect.stringContaining('must not contain a user name or a password'),
        },
      ],
    ]);
    const persona = { name: 'P', category: 'Research', sopSteps: ['One'], model: 'x', tools: [tool] };
    expect((await call(server, 'POST', '/api/personas', { body: persona })).status).toBe(400);
  });

  test('is distinguished from an @ elsewhere', async () => {
    const tools = [{ type: 'http', name: 'a', request: { url: 'https://api.example.com/{{ "a/b" }}/@me?to=a@b.c' } }];
    expect((await call(server, 'POST', '/api/v1/agents', { body: { name: 'A', tools } })).status).toBe(201);
  });

  test('is looked for in linear time, however long the address is', async () => {
    const url = `https://example.com/${'{{'.repeat(450_000)}`;
    const { status } = await call(server, 'POST', '/api/v1/webhooks', { body: { url, event_types: ['*'] } });
    expect(status).toBe(400);
  });

  test('is refused for a document', async () => {
    const base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'B' } })).body.data.id;
    const body = { url: 'https://me:secret@docs.example.com/' };
    const { status } = await call(server, 'POST', `/api/v1/knowledge-bases/${base}/documents`, { body });
    expect(status).toBe(400);
  });
});

describe('a disk that is full', () => {
  const upload = async (server: ServerUnderTest, bytes: number) => {
    const form = new FormData();
    form.append('file', new Blob(['a'.repeat(bytes)]), 'a.txt');
    return call(server, 'POST', '/api/v1/files', { form });
  };
  const full = {
    status: 503,
    body: {
      error: {
        code: 'service_unavailable',
        message: expect.stringContaining('no space left'),
        details: { reason: 'storage_full' },
      },
    },
  };

  test('is a 503 with advice if the storage has no space', async () => {
    const server = await startServer();
    const { storage } = server.platform;
    storage.keepFile = async () =>
      Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    const answer = await upload(server, 100);
    expect(answer).toMatchObject(full);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await isEmpty(storage.incoming);
    await server.close();
  });

  test('is a 503 if there is no space for the upload, and leaves nothing behind', async () => {
    const small = await mkdtemp(join(tmpdir(), 'portico-small-'));
    if (!mountSmallDisk(small)) {
      // Only the administrator may mount one.
      expect(process.getuid?.()).not.toBe(0);
      return;
    }
    const server = await startServer();
    Object.assign(server.platform.storage, { incoming: small });
    try {
      expect(await upload(server, 1_000_000)).toMatchObject(full);
      await isEmpty(small);
      expect((await upload(server, 1_000)).status).toBe(201);
    } finally {
      await server.close();
      execFileSync('umount', [small]);
      await rm(small, { recursive: true });
    }
  });

  /** Refused uploads are removed while the response is sent. */
  const isEmpty = async (folder: string) =>
    eventually(async () => ((await readdir(folder)).length === 0 ? true : undefined));

  function mountSmallDisk(path: string): boolean {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', path], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }
});
