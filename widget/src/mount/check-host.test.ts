import { expect, test, vi } from 'vitest';
import { createHeadlessChat } from '../headless.ts';
import { mountChat, mountForm } from '../index.ts';
import { mountWithSlots } from '../react/mount-with-slots.ts';

/** What a page passes that forgets the scheme, or whose variable isn't set. */
const wrong = ['portico.example.com', 'localhost:3000', undefined as unknown as string];

test.each(wrong)('a host that is not an address is named in the error: %s', async (host) => {
  const message = `host must be an address like https://portico.example.com, not ${JSON.stringify(host)}`;
  expect(() => mountChat({ chat: 'demo', host })).toThrow(message);
  expect(() => mountForm({ form: 'apply', host })).toThrow(message);
  await expect(createHeadlessChat({ chat: 'demo', host })).rejects.toThrow(message);
});

test('a React app with such a host still renders: the console has the error, and the chat is offline', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const slots = { message: () => null, citation: () => null, launcher: () => null };
  const { handle } = mountWithSlots({ chat: 'demo', host: 'portico.example.com' }, slots);
  expect(reported).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'TypeError' }));
  await expect.poll(() => handle.getState().error?.code).toBe('offline');
  handle.unmount();
  vi.unstubAllGlobals();
});

test.each(['', '/', '/portico', '//localhost:3000'])(
  'a form of the page’s own server, as a chat: host “%s”',
  (host) => {
    const src = vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
    const handle = mountForm({ form: 'apply', host });
    expect(src).toHaveBeenCalledExactlyOnceWith(`${location.origin}/forms/apply`);
    handle.unmount();
  },
);
