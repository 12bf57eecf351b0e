import { onHashParameter } from '@portico/browser-kit/hash-parameter';
import { afterEach, expect, it, vi } from 'vitest';
import { readToken } from './link.ts';

/** Changes the part of the address after the `#`, and waits for its event. */
async function goTo(hash: string): Promise<void> {
  const changed = new Promise((resolve) => {
    addEventListener('hashchange', resolve, { once: true });
  });
  location.hash = hash;
  await changed;
}

afterEach(async () => {
  await goTo('');
});

it('a link to the same task that is pasted into the tab is a new link, and its token counts', async () => {
  await goTo('#token=old');
  expect(readToken('pri_1')).toBe('old');
  const onLink = vi.fn<() => void>();
  onHashParameter('token', onLink);
  await goTo('#token=new');
  expect(onLink).toHaveBeenCalledOnce();
  expect(readToken('pri_1')).toBe('new');
});

it('a place on the page is not a new link', async () => {
  const onLink = vi.fn<() => void>();
  onHashParameter('token', onLink);
  await goTo('#main');
  expect(onLink).not.toHaveBeenCalled();
});
