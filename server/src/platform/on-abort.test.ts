import { expect, test, vi } from 'vitest';
import { onAbort } from './on-abort.ts';

test('every listener of a signal is called once, and removed listeners are not', () => {
  const stop = new AbortController();
  const heard = vi.fn<(who: string) => void>();
  const same = (): void => heard('same');
  onAbort(stop.signal, same);
  onAbort(stop.signal, same);
  const leave = onAbort(stop.signal, () => heard('gone'));
  leave();
  leave();
  expect(heard).not.toHaveBeenCalled();
  stop.abort();
  expect(heard.mock.calls).toEqual([['same'], ['same']]);
});
