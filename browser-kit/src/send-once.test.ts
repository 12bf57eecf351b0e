import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSendOnce } from './send-once.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

function openSender() {
  const keys: string[] = [];
  const sendOnce = createSendOnce((error) => (error instanceof Refused ? error.status : 0));
  const send = async (request: string, error?: Error) =>
    sendOnce(request, async (key) => {
      keys.push(key);
      if (error !== undefined) throw error;
    }).catch(() => undefined);
  return { keys, send, firsts: () => keys.map((key) => keys.indexOf(key)) };
}
const lost = () => new TypeError('lost');

test('a request whose response was lost has the same key again', async () => {
  const { keys, send, firsts } = openSender();
  await send('a', lost());
  await send('b');
  await send('a', new Refused(502));
  await send('a');
  await send('a');
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(firsts()).toEqual([0, 1, 0, 0, 4]);
});

test('a refusal before the request is handled leaves the outcome unknown, and another one doesn’t', async () => {
  const { send, firsts } = openSender();
  await send('a', lost());
  await send('a', new Refused(429));
  await send('a', new Refused(401));
  await send('a', new Refused(400));
  await send('a');
  expect(firsts()).toEqual([0, 0, 0, 0, 4]);
});

test('a request some minutes later is another one', async () => {
  const { send, firsts } = openSender();
  await send('a', lost());
  vi.advanceTimersByTime(4 * 60_000);
  await send('a', lost());
  vi.advanceTimersByTime(2 * 60_000);
  await send('a');
  expect(firsts()).toEqual([0, 0, 2]);
});

test('the latest twenty requests are remembered', async () => {
  const { send, firsts } = openSender();
  for (let index = 0; index <= 20; index += 1) await send(String(index), lost());
  await send('0');
  await send('1');
  expect(firsts().slice(-2)).toEqual([21, 1]);
});
