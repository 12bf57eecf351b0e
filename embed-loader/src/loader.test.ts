import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoaderWindow, PorticoFunction } from './options.ts';

const page: LoaderWindow = window;
const mount = vi.fn<(options: Record<string, unknown>, adopted?: object) => object>();
const handle = {
  open: vi.fn<() => void>(),
  close: vi.fn<() => void>(),
  toggle: vi.fn<() => void>(),
  send: vi.fn<(text: string) => void>(),
  identify: vi.fn<(identity: object) => void>(),
  tool: vi.fn<(name: string, run: object) => void>(),
  prefill: vi.fn<(text: string) => void>(),
  show: vi.fn<() => void>(),
  hide: vi.fn<() => void>(),
  unmount: vi.fn<() => void>(),
};
const loadPanel = vi.fn<(host: string) => Promise<object>>();
const loadExtras = vi.fn<(host: string) => Promise<object>>();

const face = {
  slug: 'demo',
  branding: {
    primaryColor: '#123456',
    theme: 'auto',
    fontFamily: null,
    iconUrl: null,
    position: 'right',
    zIndex: null,
  },
  behaviour: { title: 'Demo', launcher: { label: null, delayMs: null, proactiveMessage: null } },
  locale: null,
};

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  mount.mockReturnValue(handle);
  loadPanel.mockResolvedValue({ mount });
  vi.doMock('./load-panel.ts', () => ({ loadPanel, loadExtras }));
  vi.stubGlobal(
    'fetch',
    vi.fn<() => Promise<Response>>().mockImplementation(() => Promise.resolve(Response.json({ data: face }))),
  );
});
afterEach(() => {
  page.Portico?.('shutdown');
  delete page.Portico;
  vi.unstubAllGlobals();
});

function leaveStub(): PorticoFunction {
  const stub: PorticoFunction = (...call) => {
    (stub.q ??= []).push(call);
  };
  page.Portico = stub;
  return stub;
}

async function run(attributes: Record<string, string>): Promise<void> {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  Object.defineProperty(script, 'src', { value: 'https://portico.invalid/embed.js' });
  vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(script);
  await import('./loader.ts');
}

const toggles = () =>
  [...document.querySelectorAll('div')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLButtonElement>('.toggle') ?? []),
  ]);
async function launcher(): Promise<HTMLButtonElement> {
  await expect.poll(toggles).not.toEqual([]);
  const [toggle] = toggles();
  if (!toggle) throw new Error('the launcher is gone again');
  return toggle;
}

test('shows a launcher and only loads the public configuration', async () => {
  await run({ 'data-chat': 'demo' });
  await launcher();
  expect(fetch).toHaveBeenCalledExactlyOnceWith('https://portico.invalid/api/public/chat-interfaces/demo', {
    credentials: 'omit',
    headers: {},
  });
  expect(loadPanel).not.toHaveBeenCalled();
  expect(localStorage.length + sessionStorage.length).toBe(0);
});

test('fetches the panel on hover, and mounts it once on a click', async () => {
  await run({ 'data-chat': 'demo', 'data-z-index': '7', 'data-position': 'left' });
  const toggle = await launcher();
  toggle.dispatchEvent(new Event('pointerenter'));
  toggle.dispatchEvent(new Event('focus'));
  toggle.click();
  await expect.poll(() => handle.open).toHaveBeenCalledOnce();
  expect(loadPanel).toHaveBeenCalledOnce();
  expect(mount.mock.calls[0]?.[0]).toMatchObject({
    chat: 'demo',
    zIndex: '7',
    position: 'left',
    host: 'https://portico.invalid',
  });
});

test('runs what the stub collected, in order', async () => {
  leaveStub()('identify', { userId: 'ann', exp: 1, signature: 'x' });
  page.Portico?.('send', 'Hello');
  await run({ 'data-chat': 'demo' });
  await expect.poll(() => handle.send).toHaveBeenCalledExactlyOnceWith('Hello');
  expect(handle.identify.mock.invocationCallOrder[0]).toBeLessThan(handle.send.mock.invocationCallOrder[0] ?? 0);
});

test('calls before the first boot wait for it, in order, and can be undone', async () => {
  await run({});
  const [ready, undone] = [vi.fn<(detail: object) => void>(), vi.fn<(detail: object) => void>()];
  const off = page.Portico?.('on', 'ready', ready) as () => void;
  const undo = page.Portico?.('on', 'ready', undone) as () => void;
  undo();
  page.Portico?.('identify', { userId: 'ann', exp: 1, signature: 'x' });
  page.Portico?.('send', 'Hello');
  page.Portico?.('send', 'Hello, other', { id: 'second' });
  page.Portico?.('logout');
  const identity = { userId: 'bea', exp: 1, signature: 'y' };
  page.Portico?.('boot', { chat: 'demo', identity });
  await expect.poll(() => handle.send).toHaveBeenCalledExactlyOnceWith('Hello');
  expect(handle.identify.mock.invocationCallOrder[0]).toBeLessThan(handle.send.mock.invocationCallOrder[0] ?? 0);
  expect(mount.mock.calls[0]?.[0]).toMatchObject({ identity });
  off();
  dispatchEvent(new CustomEvent('portico:ready', { detail: { id: 'demo' } }));
  expect(ready).toHaveBeenCalledExactlyOnceWith({ id: 'demo' });
  expect(undone).not.toHaveBeenCalled();
  page.Portico?.('boot', { id: 'second', chat: 'other' });
  await expect.poll(() => handle.send).toHaveBeenLastCalledWith('Hello, other');
});

test('at most 100 calls wait for a boot, and a shutdown drops them', async () => {
  leaveStub();
  await run({});
  for (let i = 0; i < 150; i += 1) page.Portico?.('prefill', `${i}`);
  page.Portico?.('shutdown');
  page.Portico?.('open');
  for (let i = 0; i < 150; i += 1) page.Portico?.('identify', { userId: `${i}` });
  page.Portico?.('boot', { chat: 'demo' });
  await expect.poll(() => handle.open).toHaveBeenCalledOnce();
  expect(handle.identify).toHaveBeenCalledTimes(99);
  expect(handle.prefill).not.toHaveBeenCalled();
});

test('calls reach a form before and after its code is loaded, those about its launcher too', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<object>();
  loadPanel.mockReturnValue(loaded);
  await run({ 'data-form': 'apply' });
  page.Portico?.('hide');
  page.Portico?.('prefill', 'A berth');
  load({ mount });
  await expect.poll(() => handle.prefill).toHaveBeenCalledExactlyOnceWith('A berth');
  expect(handle.hide).toHaveBeenCalledOnce();
  page.Portico?.('show');
  expect(handle.show).toHaveBeenCalledOnce();
});

test('a panel that loads before the interface is known waits for its launcher', async () => {
  const { promise: known, resolve: tell } = Promise.withResolvers<Response>();
  vi.mocked(fetch).mockReturnValue(known);
  leaveStub()('open');
  await run({ 'data-chat': 'demo' });
  await expect.poll(() => loadPanel).toHaveBeenCalledOnce();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(mount).not.toHaveBeenCalled();
  tell(Response.json({ data: face }));
  await expect.poll(() => handle.open).toHaveBeenCalledOnce();
  expect(mount.mock.calls[0]?.[1]).toMatchObject({ face: { slug: 'demo' } });
  expect(toggles()).toHaveLength(1);
});

test('a call that doesn’t need the panel does not load it', async () => {
  await run({ 'data-chat': 'demo' });
  await launcher();
  for (const verb of ['update', 'identify', 'consent', 'close', 'prefill', 'logout', 'hide', 'show'])
    page.Portico?.(verb, {});
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(loadPanel).not.toHaveBeenCalled();
});

test('the launcher shows what `update` changes, before it is on the page and after, also without the panel', async () => {
  await run({ 'data-chat': 'demo' });
  page.Portico?.('update', { position: 'left', metadata: { plan: 'pro' } });
  const box = (await launcher()).parentElement;
  expect(box?.style).toMatchObject({ justifyItems: 'left', colorScheme: 'light dark' });
  expect((await launcher()).ariaLabel).toBe('Open chat');
  page.Portico?.('update', { theme: 'dark', locale: 'de', zIndex: 7 });
  expect(box?.style).toMatchObject({ justifyItems: 'left', colorScheme: 'dark', zIndex: '7' });
  expect((await launcher()).ariaLabel).toBe('Chat');
  expect(loadPanel).not.toHaveBeenCalled();
  page.Portico?.('open');
  await expect.poll(() => mount).toHaveBeenCalledOnce();
  expect(mount.mock.calls[0]?.[0]).not.toHaveProperty('theme');
  expect(mount.mock.calls[0]?.[0]).not.toHaveProperty('metadata');
});

test('running twice has no effect, and another slug is another interface', async () => {
  await run({ 'data-chat': 'demo' });
  await launcher();
  vi.resetModules();
  vi.doMock('./load-panel.ts', () => ({ loadPanel, loadExtras }));
  await run({ 'data-chat': 'demo' });
  page.Portico?.('boot', { id: 'second', chat: 'other' });
  await expect.poll(() => toggles()).toHaveLength(2);
  page.Portico?.('open', { id: 'second' });
  await expect.poll(() => handle.open).toHaveBeenCalledOnce();
  expect(mount.mock.calls[0]?.[0]).toMatchObject({ id: 'second', chat: 'other' });
});

test('listeners get their interface’s events until they are removed', async () => {
  await run({ 'data-chat': 'demo' });
  const hear = vi.fn<(detail: object) => void>();
  const off = page.Portico?.('on', 'open', hear) as () => void;
  const tell = (id: string) => dispatchEvent(new CustomEvent('portico:open', { detail: { id } }));
  tell('demo');
  tell('another');
  expect(hear).toHaveBeenCalledExactlyOnceWith({ id: 'demo' });
  off();
  tell('demo');
  expect(hear).toHaveBeenCalledOnce();
});

test('logout clears the data immediately, before any panel is loaded', async () => {
  localStorage.setItem('portico:demo', '{"session":{"token":"ses"}}');
  await run({ 'data-chat': 'demo' });
  page.Portico?.('logout');
  expect(localStorage.getItem('portico:demo')).toBeNull();
});

test('shutdown leaves no node and, without a stub, no global', async () => {
  await run({ 'data-chat': 'demo' });
  (await launcher()).click();
  await expect.poll(() => mount).toHaveBeenCalled();
  page.Portico?.('shutdown');
  expect(handle.unmount).toHaveBeenCalledOnce();
  expect(toggles()).toEqual([]);
  expect('Portico' in window).toBe(false);
});

test('a page’s own stub stays, so that it can boot again', async () => {
  leaveStub();
  await run({ 'data-chat': 'demo' });
  await launcher();
  page.Portico?.('shutdown');
  expect(toggles()).toEqual([]);
  page.Portico?.('boot', { chat: 'demo' });
  await launcher();
});

test('a panel that is opened, closed and opened before it has loaded is open', async () => {
  await run({ 'data-chat': 'demo' });
  await launcher();
  for (const verb of ['open', 'open', 'close', 'open'] as const) page.Portico?.(verb);
  await expect.poll(() => handle.open).toHaveBeenCalledTimes(2);
  expect(handle.open.mock.invocationCallOrder[1]).toBeGreaterThan(handle.close.mock.invocationCallOrder[0] ?? 0);
});

test('an unknown slug shows nothing and reports an error', async () => {
  const hear = vi.fn<(event: Event) => void>();
  addEventListener('portico:error', hear);
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ error: { code: 'resource_not_found' } }, { status: 404 })),
  );
  await run({ 'data-chat': 'gone' });
  await expect.poll(() => hear).toHaveBeenCalledOnce();
  expect(toggles()).toEqual([]);
  removeEventListener('portico:error', hear);
});

test('inline mounts immediately, at the script or the target', async () => {
  await run({ 'data-chat': 'demo', 'data-mode': 'inline', 'data-target': '#place' });
  await expect.poll(() => mount).toHaveBeenCalledOnce();
  expect(mount.mock.calls[0]?.[0]).toMatchObject({ mode: 'inline', target: '#place' });
});

test('an element mounts in place and is removed with it', async () => {
  await run({});
  const element = document.createElement('portico-chat');
  element.setAttribute('chat', 'demo');
  element.setAttribute('mode', 'inline');
  document.body.append(element);
  await expect.poll(() => mount).toHaveBeenCalled();
  expect(mount.mock.lastCall?.[0]).toMatchObject({ chat: 'demo', target: element });
  element.remove();
  expect(handle.unmount).toHaveBeenCalled();
});

/** Texts beside the launcher. */
const tips = () =>
  [...document.querySelectorAll('div')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement>('.tip') ?? []),
  ]);

test('a click during an outage shows a notice, retries until the panel has loaded, and opens it once', async () => {
  loadPanel.mockRejectedValueOnce(new TypeError('offline')).mockRejectedValueOnce(new TypeError('offline'));
  await run({ 'data-chat': 'demo' });
  const toggle = await launcher();
  toggle.click();
  await expect.poll(() => tips()[0]?.textContent).toContain('Can’t reach the chat');
  expect(tips()[0]?.role).toBe('alert');
  expect(toggle.ariaBusy).toBe('true');
  toggle.click();
  await expect.poll(() => loadPanel).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('online'));
  await expect.poll(() => mount).toHaveBeenCalledOnce();
  expect(handle.open).toHaveBeenCalledOnce();
  expect(handle.toggle).not.toHaveBeenCalled();
  expect(tips()[0]?.textContent).toBe('');
  expect(toggle.ariaBusy).toBeNull();
});

test('a panel that could not be loaded on hover is not retried until a visitor opens it', async () => {
  loadPanel.mockRejectedValueOnce(new TypeError('offline'));
  await run({ 'data-chat': 'demo' });
  const toggle = await launcher();
  toggle.dispatchEvent(new Event('pointerenter'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(tips()[0]?.textContent).toBe('');
  expect(loadPanel).toHaveBeenCalledOnce();
  toggle.click();
  await expect.poll(() => handle.open).toHaveBeenCalledOnce();
});

test('an interface that could not be loaded is loaded when the connection is restored', async () => {
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
  vi.mocked(fetch).mockResolvedValueOnce(new Response('', { status: 503 }));
  await run({ 'data-chat': 'demo' });
  await expect.poll(() => fetch).toHaveBeenCalledTimes(1);
  expect(toggles()).toEqual([]);
  dispatchEvent(new Event('online'));
  await expect.poll(() => fetch).toHaveBeenCalledTimes(2);
  await new Promise((resolve) => setTimeout(resolve, 10));
  dispatchEvent(new Event('online'));
  await launcher();
});

test('a panel that was open stays closed on a phone held sideways', async () => {
  sessionStorage.setItem('portico:demo:open', '1');
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('max-height: 460px') }));
  await run({ 'data-chat': 'demo' });
  await launcher();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(loadPanel).not.toHaveBeenCalled();
});

test('a tool of the page waits for the panel and does not load it', async () => {
  const read = () => [];
  leaveStub()('tool', 'read_cart', read);
  await run({ 'data-chat': 'demo' });
  await launcher();
  expect(handle.tool).not.toHaveBeenCalled();
  expect(loadPanel).not.toHaveBeenCalled();
  page.Portico?.('open');
  await expect.poll(() => handle.tool).toHaveBeenCalledExactlyOnceWith('read_cart', read);
});

test('the link of a mail opens the panel', async () => {
  location.hash = '#portico-resume=link_1';
  await run({ 'data-chat': 'demo' });
  await expect.poll(() => handle.open).toHaveBeenCalledOnce();
  location.hash = '';
});

test('a visitor who has stored a conversation gets the extras, which may load the panel', async () => {
  const greet = vi.fn<(...args: unknown[]) => () => void>(() => () => {});
  loadExtras.mockResolvedValue({ greet, translateFace: (given: object) => given });
  leaveStub();
  await run({ 'data-chat': 'demo' });
  await launcher();
  expect(loadExtras).not.toHaveBeenCalled();
  page.Portico?.('shutdown');
  localStorage.setItem('portico:demo', '{"session":{"token":"ses"}}');
  page.Portico?.('boot', { chat: 'demo' });
  await expect.poll(() => greet).toHaveBeenCalledOnce();
  expect(loadPanel).not.toHaveBeenCalled();
  const connect = greet.mock.lastCall?.[3];
  if (typeof connect === 'function') connect();
  await expect.poll(() => mount).toHaveBeenCalledOnce();
  expect(handle.open).not.toHaveBeenCalled();
});

test('an empty preview is none', async () => {
  const requested = vi.mocked(fetch);
  await run({ 'data-chat': 'demo', 'data-preview': '' });
  await launcher();
  // A browser refuses to make a request whose headers are a text.
  expect(requested).toHaveBeenCalledWith(expect.any(String), { credentials: 'omit', headers: {} });
});
