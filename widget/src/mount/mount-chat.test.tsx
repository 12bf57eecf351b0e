import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeouts } from '../../../scripts/tests/timeouts.ts';
import { mountChat } from './mount-chat.ts';
import { mountChat as mountOwnChat } from './mount-own-chat.ts';
import { findInstance } from './registry.ts';
import { createHost } from '../launcher/host.ts';
import { createLauncher } from '../launcher/launcher.ts';
import { createChatServer, makeFace, refuse } from '../testing/chat-server.ts';
import type { ChatServer } from '../testing/chat-server.ts';
import type { ChatHandle, ChatOptions } from '../types.ts';

let server: ChatServer;
let mounted: ChatHandle[] = [];

beforeEach(() => {
  mounted = [];
  server = createChatServer(makeFace({ behaviour: { suggestedPrompts: ['What is it?'], welcomeMessage: 'Welcome' } }));
});
afterEach(() => {
  for (const handle of mounted) handle.unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function mount(options: Partial<ChatOptions> = {}): ChatHandle {
  const handle = mountChat({ chat: 'demo', host: 'https://portico.invalid', ...options });
  mounted.push(handle);
  return handle;
}

const hosts = () => [...document.querySelectorAll('div')].filter(({ shadowRoot }) => shadowRoot);
function find(selector: string): HTMLElement {
  const element = hosts()
    .map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>(selector))
    .find(Boolean);
  if (!element) throw new Error(`nothing matches ${selector}`);
  return element;
}
/** Waits until the element exists. */
async function appear(selector: string): Promise<HTMLElement> {
  await expect.poll(() => find(selector)).toBeTruthy();
  return find(selector);
}
/** The requests for the interface that have reached the server. */
const reads = () => server.calls.filter(({ path }) => path === '');
const focused = () => hosts()[0]?.shadowRoot?.activeElement;
const text = () => find('.panel').textContent;

test('opens with the focus in the composer, and Escape returns the focus', async () => {
  mount();
  (await appear('.toggle')).click();
  await expect.poll(focused).toBe(await appear('textarea'));
  expect(find('.panel').getAttribute('role')).toBe('dialog');
  expect(find('.toggle').ariaExpanded).toBe('true');
  fireEvent.keyDown(find('textarea'), { key: 'Escape' });
  await expect.poll(focused).toBe(find('.toggle'));
  expect(find('.panel').className).not.toContain('open');
});

test('a suggested prompt sends its question', async () => {
  mount({ open: true });
  (await appear('.prompts button')).click();
  await expect.poll(() => server.posts(/messages$/)[0]?.body['content']).toBe('What is it?');
  await expect.poll(() => find('.msg.user').textContent).toContain('What is it?');
});

test('Enter sends, and Shift+Enter doesn’t', async () => {
  mount({ open: true });
  const area = await appear('textarea');
  fireEvent.input(area, { target: { value: 'Hello' } });
  fireEvent.keyDown(area, { key: 'Enter', shiftKey: true });
  expect(server.posts(/messages$/)).toHaveLength(0);
  fireEvent.keyDown(area, { key: 'Enter' });
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  await expect.poll(() => find('textarea')).toHaveProperty('value', '');
});

test('asks for consent before anything else', async () => {
  server.face = makeFace({ consent: { required: true, privacyUrl: 'javascript:alert(1)' } });
  mount({ open: true });
  await expect.poll(() => text()).toContain('Before we start');
  expect(hosts()[0]?.shadowRoot?.querySelector('textarea,a')).toBeNull();
  find('.consent .strong').click();
  await appear('textarea');
});

test('calls before the interface is loaded are kept in order', async () => {
  const handle = mount();
  handle.prefill('typed before');
  handle.open();
  await expect.poll(() => find('textarea')).toHaveProperty('value', 'typed before');
  expect(handle.getState().isOpen).toBe(true);
});

test('reports its events to listeners and on window, with its id', async () => {
  const heard: string[] = [];
  const hear = (event: Event) => heard.push(JSON.stringify((event as CustomEvent).detail));
  addEventListener('portico:open', hear);
  const handle = mount({ id: 'mine' });
  const onOpen = vi.fn<(detail: { id: string }) => void>();
  const off = handle.on('open', onOpen);
  handle.open();
  await expect.poll(() => onOpen).toHaveBeenCalledExactlyOnceWith({ id: 'mine' });
  expect(heard).toEqual(['{"id":"mine"}']);
  off();
  handle.close();
  handle.open();
  expect(onOpen).toHaveBeenCalledOnce();
  handle.close();
  const before = heard.length;
  handle.unmount();
  handle.open();
  expect(heard).toHaveLength(before);
  removeEventListener('portico:open', hear);
});

test('an unknown slug shows nothing and reports an error', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(refuse(404, 'resource_not_found')));
  const handle = mount();
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
  server.isAway = true;
  const [kept, removed] = [mount({ open: true }), mount({ id: 'other' })];
  kept.on('error', ({ error }) => void codes.push(error.code));
  kept.on('ready', ready);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(codes).toEqual(['offline', 'offline', 'offline']);
  expect(kept.getState().error?.code).toBe('offline');
  removed.unmount();
  server.isAway = false;
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await expect.poll(() => ready.mock.calls).toHaveLength(1);
  await appear('textarea');
  expect(kept.getState().error).toBeNull();
  expect(reads()).toHaveLength(1);
});

test('the interface is loaded again as soon as the browser is back, except for a chat that has been removed', async () => {
  vi.useFakeTimers();
  server.isAway = true;
  const [kept, removed] = [mount(), mount({ id: 'other' })];
  const onError = vi.fn();
  kept.on('error', onError);
  await vi.advanceTimersByTimeAsync(120_000);
  const failures = onError.mock.calls.length;
  removed.unmount();
  server.isAway = false;
  dispatchEvent(new Event('online'));
  // Repeated while the attempt is under way.
  dispatchEvent(new Event('pageshow'));
  await vi.advanceTimersByTimeAsync(10);
  expect(reads()).toHaveLength(1);
  expect(onError).toHaveBeenCalledTimes(failures);
});

test('the interface is loaded again only after the time that a maintenance page asks for', async () => {
  vi.useFakeTimers();
  const fetched = vi.fn(() =>
    Promise.resolve(new Response('<h1>Back soon</h1>', { status: 503, headers: { 'retry-after': '120' } })),
  );
  vi.stubGlobal('fetch', fetched);
  mount();
  await vi.advanceTimersByTimeAsync(119_000);
  expect(fetched).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a chat that its listener removes is not loaded again', async () => {
  vi.useFakeTimers();
  server.isAway = true;
  const handle = mount();
  handle.on('error', () => handle.unmount());
  await vi.advanceTimersByTimeAsync(10);
  server.isAway = false;
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads()).toHaveLength(0);
});

test('an error of the page is reported, and no second chat is started', async () => {
  vi.useFakeTimers();
  const codes: string[] = [];
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const handle = mount({ mode: 'inline', target: '[no selector' });
  handle.on('error', ({ error }) => void codes.push(error.code));
  await vi.waitFor(() => expect(codes).toEqual(['internal_error']), { timeout: timeouts.expect.poll.timeout });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(codes).toHaveLength(1);
  expect(reads()).toHaveLength(1);
  expect(hosts()).toHaveLength(0);
  expect(report).toHaveBeenCalledOnce();
});

test('an error at the start is not thrown to the loader, which would mount the chat again', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const heard: unknown[] = [];
  const hear = (event: Event) => heard.push((event as CustomEvent).detail);
  addEventListener('portico:error', hear);
  const host = createHost();
  const fault = new Error('of a launcher');
  const launcher = {
    ...createLauncher(host, vi.fn(), vi.fn()),
    update() {
      throw fault;
    },
  };
  const options = { chat: 'demo', host: 'https://portico.invalid' };
  mounted.push(mountChat(options, { host, launcher, face: server.face, isRestored: false }));
  expect(report).toHaveBeenCalledExactlyOnceWith(fault);
  expect(heard).toEqual([{ id: 'demo', error: { code: 'internal_error', message: '' } }]);
  removeEventListener('portico:error', hear);
});

test('an error in the slot of the launcher is reported and keeps the built-in one', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const ready = vi.fn();
  const fault = new Error('of the page');
  const launcher = () => {
    throw fault;
  };
  mount({ slots: { launcher } }).on('ready', ready);
  (await appear('.toggle')).click();
  await appear('textarea');
  expect(ready).toHaveBeenCalledOnce();
  expect(report).toHaveBeenCalledWith(fault);
  expect(find('.toggle').ariaExpanded).toBe('true');
});

test('an error in the slot of a message is reported and keeps the built-in one', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const fault = new Error('of the page');
  const slots = {
    message: () => {
      throw fault;
    },
  };
  mounted.push(mountOwnChat({ chat: 'demo', host: 'https://portico.invalid', open: true, slots }));
  (await appear('.prompts button')).click();
  await expect.poll(() => find('.msg.user .bubble').textContent).toBe('What is it?');
  expect(report).toHaveBeenCalledWith(fault);
});

test('slots replace the rendering, and null keeps the built-in one', async () => {
  mount({
    open: true,
    slots: {
      message: ({ role, content }) =>
        role === 'user' ? Object.assign(document.createElement('b'), { textContent: `» ${content}` }) : null,
      launcher: ({ open }) => (open ? 'Shut' : 'Ask'),
    },
  });
  await expect.poll(() => find('.face').textContent).toBe('Shut');
  (await appear('.prompts button')).click();
  await expect.poll(() => find('.msg.user b').textContent).toBe('» What is it?');
});

test('update changes texts, theme and position immediately', async () => {
  const handle = mount({ open: true });
  await appear('.panel');
  handle.update({ theme: 'dark', position: 'left', locale: 'ar', behaviour: { title: 'Other' } });
  await expect.poll(() => find('.pt').dataset['scheme']).toBe('dark');
  expect(find('.pt').className).toContain('left');
  await expect.poll(() => find('.pt').dir).toBe('rtl');
  await expect.poll(() => find('h2').textContent).toBe('Other');
  await expect.poll(() => find('textarea').getAttribute('placeholder')).toBe('اكتب رسالة…');
});

test('a setting of branding or behaviour that is undefined is that of the interface, and an update keeps it', async () => {
  const handle = mount({
    open: true,
    branding: { cover: undefined, primaryColor: undefined },
    behaviour: { title: undefined, welcomeMessage: 'Moin' },
  });
  await appear('.panel');
  await expect.poll(() => find('h2').textContent).toBe(makeFace().behaviour.title);
  handle.update({ behaviour: { title: 'Other', welcomeMessage: undefined } });
  await expect.poll(() => find('h2').textContent).toBe('Other');
  await expect.poll(text).toContain('Moin');
});

test('a hundred mounts leave nothing behind', async () => {
  const added = new Set<unknown>();
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    vi.spyOn(target, 'addEventListener').mockImplementation((...call: unknown[]) => {
      added.add(call[1]);
      Reflect.apply(add, target, call);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((...call: unknown[]) => {
      added.delete(call[1]);
      Reflect.apply(remove, target, call);
    });
  }
  const nodes = document.querySelectorAll('*').length;
  for (let count = 0; count < 100; count += 1) {
    const handle = mount({ open: true });
    if (count % 20 === 0) await appear('.panel');
    handle.unmount();
  }
  // Work that was in progress at the unmount may still finish first.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.poll(() => document.querySelectorAll('*').length).toBe(nodes);
  await expect.poll(() => added.size).toBe(0);
  expect(findInstance()).toBeNull();
  vi.restoreAllMocks();
});

test('each message, including the welcome, names its author to a screen reader', async () => {
  mount({ open: true });
  (await appear('.prompts button')).click();
  await appear('.msg.user .bubble');
  const authors = [...(find('.panel').querySelectorAll('.msg > .sr:first-child') ?? [])].map(
    ({ textContent }) => textContent,
  );
  expect(authors).toEqual(['Demo said:', 'You said:']);
});

test('citations show titles, or headings if titles are equal, and passages their rendered Markdown', async () => {
  mount({ open: true });
  (await appear('.prompts button')).click();
  await expect.poll(() => server.calls.some(({ path }) => path.endsWith('/events'))).toBe(true);
  const timestamp = '2026-05-01T10:00:00.000Z';
  const source = { document_id: 'doc_1', document_name: 'handbook-v2.pdf', title: 'Handbook', url: null, score: 1 };
  const quote = '| Paid | Back |\n| --- | --- |\n| by card | **30 days** |';
  server.send(1, 'message:completed', {
    id: 'msg_2',
    thread_id: 'thr_1',
    role: 'assistant',
    content: 'See [1].',
    status: 'complete',
    attachments: [],
    feedback: null,
    client_message_id: null,
    replaced_by: null,
    outcome: null,
    created_at: timestamp,
    timestamp,
    citations: [
      { ...source, chunk_id: 'chk_1', heading: 'Refunds', quote },
      { ...source, chunk_id: 'chk_2', heading: 'Delivery', quote: 'Soon.\nVery soon.' },
      {
        ...source,
        chunk_id: 'chk_3',
        document_name: 'fees.md',
        title: 'Fees',
        heading: null,
        quote: 'A berth\n*costs*\n32 €.',
      },
    ],
  });
  const chip = await appear('.sources .chip');
  const names = [...find('.sources').querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Handbook · Refunds', 'Handbook · Delivery', 'Fees']);
  chip.click();
  expect((await appear('.sheet .quote strong')).textContent).toBe('30 days');
  expect(find('.sheet .quote').querySelectorAll('td')).toHaveLength(2);
  expect(find('.sheet .quote').textContent).not.toMatch(/[|*]/);
  find('.sheet .x').click();
  const chips = find('.sources').querySelectorAll<HTMLElement>('.chip');
  chips[1]?.click();
  expect((await appear('.sheet .quote br')).parentElement?.textContent).toBe('Soon.Very soon.');
  find('.sheet .x').click();
  // The lines of a Markdown file are those of its editor.
  chips[2]?.click();
  await appear('.sheet .quote em');
  expect(find('.sheet .quote').querySelector('br')).toBeNull();
});

test.each([
  [[], ''],
  [['pdf', '.png', 'image/*'], '.pdf,.png,image/*'],
  [['png', 'jpeg'], '.png,.jpg,.jpeg'],
  [['pdf', 'text/markdown'], ''],
])('for the allowed types %j, the picker offers "%s"', async (allowedTypes, accept) => {
  server.face.uploads = { enabled: true, maxFiles: 2, maxFileSizeMb: 1, allowedTypes };
  const handle = mount({ open: true });
  expect(((await appear('input[type=file]')) as HTMLInputElement).accept).toBe(accept);
  handle.close();
});

test('a file whose type the browser leaves empty is sent if its name fits', async () => {
  server.face.uploads = { enabled: true, maxFiles: 2, maxFileSizeMb: 1, allowedTypes: ['text/markdown'] };
  const handle = mount({ open: true });
  const picker = (await appear('input[type=file]')) as HTMLInputElement;
  Object.defineProperty(picker, 'files', { value: [new File(['# Notes'], 'notes.md')], configurable: true });
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  await appear('.file');
  expect(find('.file').textContent).not.toContain('accepted');
  handle.close();
});

const acceptFiles = () => {
  server.face.uploads = { enabled: true, maxFiles: 2, maxFileSizeMb: 1, allowedTypes: [] };
};

/** Enters a text in the place of the field's, as typing, dropping and input methods do. */
function enter(area: HTMLElement, value: string): void {
  Object.assign(area, { value });
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

test('a text that is too long for a message is not truncated: a notice offers to attach it', async () => {
  acceptFiles();
  const handle = mount({ open: true });
  const area = (await appear('textarea')) as HTMLTextAreaElement;
  expect(area.maxLength).toBeLessThan(0);
  enter(area, 'Please read this: ');
  await appear('.go[aria-disabled=false]');
  enter(area, `Please read this: ${'x'.repeat(200_000)}`);
  const notice = await appear('.overlong');
  expect(notice.textContent).toContain('200,000 characters; a message can hold 32,000.');
  expect(area.value).toBe('Please read this: ');
  notice.querySelector<HTMLElement>('.link')?.click();
  expect((await appear('.file bdi')).textContent).toBe('Pasted text.txt');
  expect(area.value).toBe('Please read this: ');
  expect(() => find('.overlong')).toThrow('matches');
  handle.close();
});

test('a message that becomes too long is attached as a whole', async () => {
  acceptFiles();
  const handle = mount({ open: true });
  const area = (await appear('textarea')) as HTMLTextAreaElement;
  enter(area, 'x'.repeat(32_000));
  await appear('.go[aria-disabled=false]');
  enter(area, 'x'.repeat(32_001));
  const notice = await appear('.overlong');
  expect(notice.textContent).toContain('32,001 characters');
  expect(area.value).toHaveLength(32_000);
  notice.querySelector<HTMLElement>('.link')?.click();
  await appear('.file bdi');
  await expect.poll(() => area.value).toBe('');
  handle.close();
});

test.each(['prefill', 'send'] as const)('a too long text of the call %s is offered as a file', async (verb) => {
  acceptFiles();
  const handle = mount({ open: true });
  await appear('textarea');
  handle[verb]('x'.repeat(40_000));
  expect((await appear('.overlong')).textContent).toContain('40,000 characters');
  expect(handle.getState().messages).toEqual([]);
  handle.close();
});

test('if files are not accepted, the notice about a long text offers nothing', async () => {
  server.face.uploads = { enabled: false, maxFiles: 2, maxFileSizeMb: 1, allowedTypes: [] };
  mount({ open: true });
  enter(await appear('textarea'), 'x'.repeat(32_001));
  expect((await appear('.overlong')).querySelector('.link')).toBeNull();
});

test('launchers in the same corner are stacked, and close the gap when one is removed', async () => {
  const [first, second, third] = [mount({ id: 'a' }), mount({ id: 'b' }), mount({ id: 'c', position: 'left' })];
  await expect.poll(() => hosts().length).toBe(3);
  const lifts = () => hosts().map(({ style }) => style.getPropertyValue('--portico-lift'));
  await expect.poll(lifts).toEqual(['0px', '72px', '0px']);
  first?.unmount();
  await expect.poll(lifts).toEqual(['0px', '0px']);
  second?.unmount();
  third?.unmount();
});

test('leaves the focus to what got it before the composer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    mount();
    const often = { interval: 1, timeout: timeouts.expect.poll.timeout };
    await vi.waitFor(() => find('.toggle').click(), often);
    await vi.waitFor(() => find('.panel.open [aria-haspopup]').focus(), often);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(find('textarea')).toBeTruthy();
    expect(focused()).toBe(find('[aria-haspopup]'));
  } finally {
    vi.useRealTimers();
  }
});

test('closes without taking the focus from a field of the page', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  const handle = mount({ open: true });
  await expect.poll(focused).toBe(await appear('textarea'));
  field.focus();
  handle.close();
  await expect.poll(() => find('.panel').className).not.toContain('open');
  expect(document.activeElement).toBe(field);
  field.remove();
});

test('one bubble at a time is open', async () => {
  const [one, two] = [mount({ id: 'one' }), mount({ id: 'two' })];
  const isOpen = () => [one.getState().isOpen, two.getState().isOpen];
  one.open();
  await expect.poll(isOpen).toEqual([true, false]);
  two.open();
  await expect.poll(isOpen).toEqual([false, true]);
});

test('a call without its argument is reported and stops no other', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const handle = mount({ open: true });
  // A script tag’s page is not checked by TypeScript.
  for (const verb of ['identify', 'update', 'prefill', 'send'] as const) Reflect.apply(handle[verb], handle, []);
  handle.prefill('Hello');
  expect(await appear('textarea')).toHaveProperty('value', 'Hello');
  expect(report).toHaveBeenCalledTimes(2);
  expect(server.posts(/messages$/)).toHaveLength(0);
});

test('what is being written is kept for the next page, and forgotten once it is sent', async () => {
  mount({ open: true });
  fireEvent.input(await appear('textarea'), { target: { value: 'Do you have' } });
  for (const handle of mounted.splice(0)) handle.unmount();
  mount({ open: true });
  expect(await appear('textarea')).toHaveProperty('value', 'Do you have');
  fireEvent.keyDown(find('textarea'), { key: 'Enter' });
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  for (const handle of mounted.splice(0)) handle.unmount();
  mount({ open: true });
  expect(await appear('textarea')).toHaveProperty('value', '');
});

test('an error in a subscriber is reported to the page, and neither stops the chat nor the other subscribers', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const handle = mount();
  const fault = new Error('of the page');
  const heard: boolean[] = [];
  handle.subscribe(() => {
    throw fault;
  });
  handle.subscribe(() => heard.push(handle.getState().isOpen));
  await appear('.toggle');
  handle.open();
  handle.close();
  handle.open();
  await appear('.panel.open');
  expect(heard).toEqual([false, true, false, true]);
  expect(reported).toHaveBeenCalledWith(fault);
  expect(handle.getState().error).toBeNull();
});

test('calls after unmount do nothing', async () => {
  const handle = mount();
  await appear('.toggle');
  handle.unmount();
  const { length } = server.calls;
  handle.open();
  handle.send('Hello');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.calls).toHaveLength(length);
  expect(handle.getState().isOpen).toBe(false);
});
