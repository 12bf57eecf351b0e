import { expect, test, vi } from 'vitest';
import { refuse } from '../testing/chat-server.ts';
import { appear, hosts, readsOf, usePageWithChats } from '../testing/page-with-chats.ts';

const page = usePageWithChats();

test('an unknown slug shows nothing and reports an error', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(refuse(404, 'resource_not_found')));
  const handle = page.mount();
  const onError = vi.fn<(detail: object) => void>();
  handle.on('error', onError);
  const onChange = vi.fn<() => void>();
  handle.subscribe(onChange);
  await expect.poll(() => onError).toHaveBeenCalledOnce();
  expect(hosts()).toHaveLength(0);
  expect(handle.getState().error).toMatchObject({ code: 'resource_not_found' });
  expect(onChange).toHaveBeenCalledOnce();
});

test('the interface is loaded again until the server can be reached, or the chat is removed', async () => {
  vi.useFakeTimers();
  const codes: string[] = [];
  const ready = vi.fn();
  page.server.isAway = true;
  const [kept, removed] = [page.mount({ open: true }), page.mount({ id: 'other' })];
  kept.on('error', ({ error }) => void codes.push(error.code));
  kept.on('ready', ready);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(codes).toEqual(['offline', 'offline', 'offline']);
  expect(kept.getState().error?.code).toBe('offline');
  removed.unmount();
  page.server.isAway = false;
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await expect.poll(() => ready.mock.calls).toHaveLength(1);
  await appear('textarea');
  expect(kept.getState().error).toBeNull();
  expect(readsOf(page.server)).toHaveLength(1);
});

test('the interface is loaded again as soon as the browser is back, except for a chat that has been removed', async () => {
  vi.useFakeTimers();
  page.server.isAway = true;
  const [kept, removed] = [page.mount(), page.mount({ id: 'other' })];
  const onError = vi.fn();
  kept.on('error', onError);
  await vi.advanceTimersByTimeAsync(120_000);
  const failures = onError.mock.calls.length;
  removed.unmount();
  page.server.isAway = false;
  dispatchEvent(new Event('online'));
  // Repeated while the attempt is under way.
  dispatchEvent(new Event('pageshow'));
  await vi.advanceTimersByTimeAsync(10);
  expect(readsOf(page.server)).toHaveLength(1);
  expect(onError).toHaveBeenCalledTimes(failures);
});

test('the interface is loaded again only after the time that a maintenance page asks for', async () => {
  vi.useFakeTimers();
  const fetched = vi.fn(() =>
    Promise.resolve(new Response('<h1>Back soon</h1>', { status: 503, headers: { 'retry-after': '120' } })),
  );
  vi.stubGlobal('fetch', fetched);
  page.mount();
  await vi.advanceTimersByTimeAsync(119_000);
  expect(fetched).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a chat that its listener removes is not loaded again', async () => {
  vi.useFakeTimers();
  page.server.isAway = true;
  const handle = page.mount();
  handle.on('error', () => handle.unmount());
  await vi.advanceTimersByTimeAsync(10);
  page.server.isAway = false;
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readsOf(page.server)).toHaveLength(0);
});
