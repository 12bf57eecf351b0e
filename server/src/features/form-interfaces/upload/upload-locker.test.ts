import { ERRORS } from '@tus/server';
import { expect, test, vi } from 'vitest';
import { UploadLocker } from './upload-locker.ts';

const never = new AbortController().signal;

test('requests get their turn in their order, and a holder is asked to end if others wait', async () => {
  const locker = new UploadLocker();
  const begun: string[] = [];
  const request = (name: string, signal = never) => {
    const lock = locker.newLock('one');
    const requestRelease = vi.fn();
    const locked = lock.lock(signal, requestRelease).then(() => begun.push(name));
    return { locked, requestRelease, unlock: async () => lock.unlock() };
  };
  const first = request('first');
  await first.locked;
  expect(first.requestRelease).not.toHaveBeenCalled();
  const impatient = new AbortController();
  const [second, gone, third] = [request('second'), request('gone', impatient.signal), request('third')];
  expect(first.requestRelease).toHaveBeenCalledTimes(3);
  impatient.abort();
  await expect(gone.locked).rejects.toBe(ERRORS.ABORTED);

  await first.unlock();
  await second.locked;
  expect(second.requestRelease).toHaveBeenCalledTimes(1);
  expect(begun).toEqual(['first', 'second']);
  await second.unlock();
  await third.locked;
  expect(third.requestRelease).not.toHaveBeenCalled();
  await third.unlock();
  await request('last').locked;
  expect(begun).toEqual(['first', 'second', 'third', 'last']);
});

test('a request that waits for too long leaves the queue, and other uploads do not wait', async () => {
  const locker = new UploadLocker();
  const holder = locker.newLock('one');
  await holder.lock(never, () => undefined);
  locker.timeoutMs = 1;
  await expect(locker.newLock('one').lock(never, () => undefined)).rejects.toBe(ERRORS.ERR_LOCK_TIMEOUT);
  await expect(locker.newLock('other').lock(AbortSignal.abort(), () => undefined)).rejects.toBe(ERRORS.ABORTED);
  await locker.newLock('other').lock(never, () => undefined);
  await holder.unlock();
  await locker.newLock('one').lock(never, () => undefined);
});
