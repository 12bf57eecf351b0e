import { fireEvent } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
import { timeouts } from '../../../scripts/tests/timeouts.ts';
import { makeFace } from '../testing/chat-server.ts';
import { appear, find, hosts, usePageWithChats } from '../testing/page-with-chats.ts';
import { findInstance } from './registry.ts';

const page = usePageWithChats();

const focused = () => hosts()[0]?.shadowRoot?.activeElement;
const text = () => find('.panel').textContent;

test('opens with the focus in the composer, and Escape returns the focus', async () => {
  page.mount();
  (await appear('.toggle')).click();
  await expect.poll(focused).toBe(await appear('textarea'));
  expect(find('.panel').getAttribute('role')).toBe('dialog');
  expect(find('.toggle').ariaExpanded).toBe('true');
  fireEvent.keyDown(find('textarea'), { key: 'Escape' });
  await expect.poll(focused).toBe(find('.toggle'));
  expect(find('.panel').className).not.toContain('open');
});

test('a suggested prompt sends its question', async () => {
  page.mount({ open: true });
  (await appear('.prompts button')).click();
  await expect.poll(() => page.server.posts(/messages$/)[0]?.body['content']).toBe('What is it?');
  await expect.poll(() => find('.msg.user').textContent).toContain('What is it?');
});

test('Enter sends, and Shift+Enter doesn’t', async () => {
  page.mount({ open: true });
  const area = await appear('textarea');
  fireEvent.input(area, { target: { value: 'Hello' } });
  fireEvent.keyDown(area, { key: 'Enter', shiftKey: true });
  expect(page.server.posts(/messages$/)).toHaveLength(0);
  fireEvent.keyDown(area, { key: 'Enter' });
  await expect.poll(() => page.server.posts(/messages$/)).toHaveLength(1);
  await expect.poll(() => find('textarea')).toHaveProperty('value', '');
});

test('asks for consent before anything else', async () => {
  page.server.face = makeFace({ consent: { required: true, privacyUrl: 'javascript:alert(1)' } });
  page.mount({ open: true });
  await expect.poll(() => text()).toContain('Before we start');
  expect(hosts()[0]?.shadowRoot?.querySelector('textarea,a')).toBeNull();
  find('.consent .strong').click();
  await appear('textarea');
});

test('calls before the interface is loaded are kept in order', async () => {
  const handle = page.mount();
  handle.prefill('typed before');
  handle.open();
  await expect.poll(() => find('textarea')).toHaveProperty('value', 'typed before');
  expect(handle.getState().isOpen).toBe(true);
});

test('reports its events to listeners and on window, with its id', async () => {
  const heard: string[] = [];
  const hear = (event: Event) => heard.push(JSON.stringify((event as CustomEvent).detail));
  addEventListener('portico:open', hear);
  const handle = page.mount({ id: 'mine' });
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

test('slots replace the rendering, and null keeps the built-in one', async () => {
  page.mount({
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
  const handle = page.mount({ open: true });
  await appear('.panel');
  handle.update({ theme: 'dark', position: 'left', locale: 'ar', behaviour: { title: 'Other' } });
  await expect.poll(() => find('.pt').dataset['scheme']).toBe('dark');
  expect(find('.pt').className).toContain('left');
  await expect.poll(() => find('.pt').dir).toBe('rtl');
  await expect.poll(() => find('h2').textContent).toBe('Other');
  await expect.poll(() => find('textarea').getAttribute('placeholder')).toBe('اكتب رسالة…');
});

test('a setting of branding or behaviour that is undefined is that of the interface, and an update keeps it', async () => {
  const handle = page.mount({
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
    const handle = page.mount({ open: true });
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
  page.mount({ open: true });
  (await appear('.prompts button')).click();
  await appear('.msg.user .bubble');
  const authors = [...(find('.panel').querySelectorAll('.msg > .sr:first-child') ?? [])].map(
    ({ textContent }) => textContent,
  );
  expect(authors).toEqual(['Demo said:', 'You said:']);
});

test('citations show titles, or headings if titles are equal, and passages their rendered Markdown', async () => {
  page.mount({ open: true });
  (await appear('.prompts button')).click();
  await expect.poll(() => page.server.calls.some(({ path }) => path.endsWith('/events'))).toBe(true);
  const timestamp = '2026-05-01T10:00:00.000Z';
  const source = { document_id: 'doc_1', document_name: 'handbook-v2.pdf', title: 'Handbook', url: null, score: 1 };
  const quote = '| Paid | Back |\n| --- | --- |\n| by card | **30 days** |';
  page.server.send(1, 'message:completed', {
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

test('launchers in the same corner are stacked, and close the gap when one is removed', async () => {
  const [first, second, third] = [
    page.mount({ id: 'a' }),
    page.mount({ id: 'b' }),
    page.mount({ id: 'c', position: 'left' }),
  ];
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
    page.mount();
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
  const handle = page.mount({ open: true });
  await expect.poll(focused).toBe(await appear('textarea'));
  field.focus();
  handle.close();
  await expect.poll(() => find('.panel').className).not.toContain('open');
  expect(document.activeElement).toBe(field);
  field.remove();
});

test('one bubble at a time is open', async () => {
  const [one, two] = [page.mount({ id: 'one' }), page.mount({ id: 'two' })];
  const isOpen = () => [one.getState().isOpen, two.getState().isOpen];
  one.open();
  await expect.poll(isOpen).toEqual([true, false]);
  two.open();
  await expect.poll(isOpen).toEqual([false, true]);
});

test('what is being written is kept for the next page, and forgotten once it is sent', async () => {
  page.mount({ open: true });
  fireEvent.input(await appear('textarea'), { target: { value: 'Do you have' } });
  page.unmountAll();
  page.mount({ open: true });
  expect(await appear('textarea')).toHaveProperty('value', 'Do you have');
  fireEvent.keyDown(find('textarea'), { key: 'Enter' });
  await expect.poll(() => page.server.posts(/messages$/)).toHaveLength(1);
  page.unmountAll();
  page.mount({ open: true });
  expect(await appear('textarea')).toHaveProperty('value', '');
});

test('calls after unmount do nothing', async () => {
  const handle = page.mount();
  await appear('.toggle');
  handle.unmount();
  const { length } = page.server.calls;
  handle.open();
  handle.send('Hello');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.server.calls).toHaveLength(length);
  expect(handle.getState().isOpen).toBe(false);
});
