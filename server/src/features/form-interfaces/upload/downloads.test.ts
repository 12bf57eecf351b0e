import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';

let server: ServerUnderTest;
const workflows = workflowRuns(() => server);
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => vi.useRealTimers());
afterAll(async () => server.close());

async function createForm(): Promise<string> {
  const workflowId = await workflows.save({ nodes: [text('say', 'ok')] });
  const body = { title: 'Ask us', target_type: 'workflow', workflow_id: workflowId, allow_file_upload: true };
  const { data } = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body;
  return `/api/public/form-interfaces/${data.slug}`;
}

async function upload(base: string, name: string, content: string): Promise<URL> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const { data } = (await call(server, 'POST', `${base}/upload`, { key: null, form })).body;
  return new URL(new URL(data.downloadUrl).pathname + new URL(data.downloadUrl).search, server.url);
}

test('a signed address is valid for 24 hours and not a second longer', async () => {
  // Only the clock is mocked, not timers and sockets. It is near the real time, because PGlite uses it, too, and would
  // wait in a loop for a time weeks ahead.
  const start = Math.floor(Date.now() / 1000) * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const url = await upload(await createForm(), 'notes.txt', 'Some notes');
  const end = Number(url.searchParams.get('expires')) * 1000;
  expect(end).toBe(start + 86_400_000);
  const fetchAt = async (time: number) => {
    vi.setSystemTime(time);
    const answer = await fetch(url);
    return [answer.status, await answer.text()];
  };
  expect(await fetchAt(end - 1)).toEqual([200, 'Some notes']);
  expect(await fetchAt(end)).toEqual([200, 'Some notes']);
  const [late, body] = await fetchAt(end + 1);
  expect([late, String(body).includes('Some notes')]).toEqual([404, false]);
});

test('an altered address is refused: another time, another file, another signature', async () => {
  const base = await createForm();
  const [mine, theirs] = [await upload(base, 'mine.txt', 'mine'), await upload(base, 'theirs.txt', 'theirs')];
  const alter = async (change: (url: URL) => void) => {
    const url = new URL(mine);
    change(url);
    return (await fetch(url)).status;
  };
  const signature = mine.searchParams.get('signature') ?? '';
  expect(await alter(() => undefined)).toBe(200);
  for (const change of [
    (url: URL) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1)),
    (url: URL) => url.searchParams.set('expires', `0${url.searchParams.get('expires')}`),
    (url: URL) => url.searchParams.append('expires', '99999999999'),
    (url: URL) => (url.pathname = theirs.pathname),
    (url: URL) => url.searchParams.set('signature', theirs.searchParams.get('signature') ?? ''),
    (url: URL) => url.searchParams.set('signature', signature.slice(0, -1)),
    (url: URL) => url.searchParams.set('signature', `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
    (url: URL) => url.searchParams.delete('signature'),
    (url: URL) => url.searchParams.delete('expires'),
  ]) {
    expect(await alter(change)).toBe(404);
  }
});

test.each(['page.html', 'drawing.xml', 'photo.svg', 'script.js'])(
  '%s never runs as a page of Portico',
  async (name) => {
    const base = await createForm();
    const markup = '<html><script>alert(document.domain)</script></html>';
    if (name === 'photo.svg') {
      const form = new FormData();
      form.append('file', new Blob([markup], { type: 'image/svg+xml' }), name);
      expect((await call(server, 'POST', `${base}/upload`, { key: null, form })).status).toBe(400);
      return;
    }
    const { headers } = await fetch(await upload(base, name, markup));
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-store');
  },
);
