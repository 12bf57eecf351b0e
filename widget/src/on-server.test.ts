// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { createHeadlessChat } from './headless.ts';
import { mountChat, mountForm } from './index.ts';

const host = 'https://portico.invalid';

test('on a server, the calls that need a page say so at once, and request nothing', async () => {
  const request = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', request);
  expect(() => mountChat({ chat: 'demo', host })).toThrow(/^mountChat can only run in a browser/);
  expect(() => mountForm({ form: 'apply', host })).toThrow(/^mountForm can only run in a browser/);
  await expect(createHeadlessChat({ chat: 'demo', host })).rejects.toThrow(
    /^createHeadlessChat can only run in a browser/,
  );
  expect(request).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
