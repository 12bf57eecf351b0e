import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHost } from './launcher/host.ts';
import { createLauncher } from './launcher/launcher.ts';
import { mount } from './panel.ts';
import { createChatServer, makeFace } from './testing/chat-server.ts';
import type { FormHandle } from './form-types.ts';
import type { ChatServer } from './testing/chat-server.ts';
import type { ChatHandle } from './types.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
let server: ChatServer;
let handle: ChatHandle | FormHandle | undefined;
let gtag: ReturnType<typeof vi.fn<(command: string, name: string) => void>>;

beforeEach(() => {
  server = createChatServer(makeFace());
  gtag = vi.fn<(command: string, name: string) => void>();
  vi.stubGlobal('gtag', gtag);
});
afterEach(() => {
  handle?.unmount();
  vi.unstubAllGlobals();
});

/** Mounts the panel as the loader does: with its launcher, and followed by the calls that waited for it. */
function mountAdopted(change: { open?: boolean } = {}): ChatHandle {
  const host = createHost();
  const launcher = createLauncher(
    host,
    () => {},
    () => {},
  );
  const options = { id: 'demo', chat: 'demo', host: 'https://portico.invalid', analytics: 'gtag', ...change };
  const chat = mount(options, { host, launcher, face: makeFace(), isRestored: false }) as ChatHandle;
  handle = chat;
  return chat;
}

const reported = () => gtag.mock.calls.map(([, name]) => name);

test('a message that waited for the panel is reported before its reply, even if the reply precedes the response', async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
  server.answers = [() => undefined, () => response];
  const chat = mountAdopted();
  chat.open();
  chat.send('Hello');
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  await expect.poll(() => server.calls.some(({ path }) => path.endsWith('/events'))).toBe(true);
  server.send(1, 'message:completed', {
    id: 'msg_2',
    thread_id: 'thr_1',
    role: 'assistant',
    content: 'Hi there',
    status: 'complete',
    citations: [],
    attachments: [],
    feedback: null,
    client_message_id: null,
    replaced_by: null,
    follow_ups: [],
    outcome: null,
    created_at: timestamp,
    timestamp,
  });
  await expect.poll(reported).toContain('portico_message_received');
  expect(reported()).toEqual(['portico_open', 'portico_message_sent', 'portico_message_received']);
  respond(new Response('event: connected\ndata: {}\n\n'));
});

test('a chat that opens with the page is reported as opened, once', async () => {
  mountAdopted({ open: true }).close();
  await expect.poll(reported).toEqual(['portico_open', 'portico_close']);
});

test('a form that opens with the page is reported as opened', async () => {
  // Its page would be fetched.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  handle = mount({ id: 'apply', form: 'apply', host: 'https://portico.invalid', open: true, analytics: 'gtag' });
  await expect.poll(reported).toEqual(['portico_ready', 'portico_open']);
});

/** Elements inside of the widgets on the page. */
const findAll = <Found extends HTMLElement>(selector: string): Found[] =>
  [...document.querySelectorAll('div')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<Found>(selector) ?? []),
  ]);

test('calls for a form wait for its code: its launcher, and the text for its message', async () => {
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  const offer = vi.fn<(message: object, origin: string, ports: readonly MessagePort[]) => void>();
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue({ postMessage: offer } as never);
  const form = mount({ id: 'apply', form: 'apply', host: 'https://portico.invalid' }) as FormHandle;
  handle = form;
  form.hide();
  form.send('A berth');
  form.prefill('A berth for two');
  await expect.poll(() => findAll('.launcher').map(({ hidden }) => hidden)).toEqual([true]);
  form.show();
  await expect.poll(() => findAll('.launcher').map(({ hidden }) => hidden)).toEqual([false]);

  findAll('iframe')[0]?.dispatchEvent(new Event('load'));
  const port = offer.mock.calls[0]?.[2][0];
  const heard: unknown[] = [];
  port?.addEventListener('message', ({ data }) => heard.push(data));
  port?.start();
  port?.postMessage({ type: 'ready', version: 1 });
  await expect
    .poll(() => heard)
    .toEqual(['A berth', 'A berth for two'].map((message) => ({ type: 'prefill', values: { message } })));
  port?.close();
});

test('a call that fails before a form is loaded stops neither the next ones nor its removal', async () => {
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  const reportError = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reportError);
  const form = mount({ id: 'apply', form: 'apply', host: 'https://portico.invalid' }) as FormHandle;
  const onOpen = vi.fn<(detail: object) => void>();
  form.on('open', onOpen);
  // As a script tag without types may call it.
  Reflect.apply(form.update, form, []);
  form.open();
  await expect.poll(() => onOpen).toHaveBeenCalledExactlyOnceWith({ id: 'apply' });
  expect(reportError).toHaveBeenCalledOnce();
  expect(findAll('iframe')).toHaveLength(1);
  form.unmount();
  expect(findAll('iframe')).toHaveLength(0);
});

test('a form that is removed while it opens does not remain on the page', async () => {
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  const form = mount({ id: 'apply', form: 'apply', host: 'https://portico.invalid' }) as FormHandle;
  const onOpen = vi.fn<() => void>(() => form.unmount());
  form.on('open', onOpen);
  form.open();
  await expect.poll(() => onOpen).toHaveBeenCalledOnce();
  expect(findAll('iframe')).toHaveLength(0);
});
