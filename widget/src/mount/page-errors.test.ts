import { expect, test, vi } from 'vitest';
import { timeouts } from '../../../scripts/tests/timeouts.ts';
import { createHost } from '../launcher/host.ts';
import { createLauncher } from '../launcher/launcher.ts';
import { appear, find, hosts, readsOf, usePageWithChats } from '../testing/page-with-chats.ts';
import { mountChat } from './mount-chat.ts';
import { mountChat as mountOwnChat } from './mount-own-chat.ts';

const page = usePageWithChats();

test('an error of the page is reported, and no second chat is started', async () => {
  vi.useFakeTimers();
  const codes: string[] = [];
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const handle = page.mount({ mode: 'inline', target: '[no selector' });
  handle.on('error', ({ error }) => void codes.push(error.code));
  await vi.waitFor(() => expect(codes).toEqual(['internal_error']), { timeout: timeouts.expect.poll.timeout });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(codes).toHaveLength(1);
  expect(readsOf(page.server)).toHaveLength(1);
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
  page.add(mountChat(options, { host, launcher, face: page.server.face, isRestored: false }));
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
  page.mount({ slots: { launcher } }).on('ready', ready);
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
  page.add(mountOwnChat({ chat: 'demo', host: 'https://portico.invalid', open: true, slots }));
  (await appear('.prompts button')).click();
  await expect.poll(() => find('.msg.user .bubble').textContent).toBe('What is it?');
  expect(report).toHaveBeenCalledWith(fault);
});

test('a call without its argument is reported and stops no other', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const handle = page.mount({ open: true });
  // A script tag’s page is not checked by TypeScript.
  for (const verb of ['identify', 'update', 'prefill', 'send'] as const) Reflect.apply(handle[verb], handle, []);
  handle.prefill('Hello');
  expect(await appear('textarea')).toHaveProperty('value', 'Hello');
  expect(report).toHaveBeenCalledTimes(2);
  expect(page.server.posts(/messages$/)).toHaveLength(0);
});

test('an error in a subscriber is reported to the page, and neither stops the chat nor the other subscribers', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const handle = page.mount();
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
