import { expect, test } from 'vitest';
import { createSendOnce } from './send-once.ts';

function openSender() {
  const keys: string[] = [];
  const sendOnce = createSendOnce((error) => error instanceof RangeError);
  const send = async (request: string, error?: Error) =>
    sendOnce(request, async (key) => {
      keys.push(key);
      if (error !== undefined) throw error;
    }).catch(() => undefined);
  return { keys, send };
}

test('a request whose response was lost has the same key again', async () => {
  const { keys, send } = openSender();
  await send('a', new TypeError('lost'));
  await send('b');
  await send('a', new TypeError('lost'));
  await send('a');
  await send('a', new RangeError('refused'));
  await send('a');
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 0, 0, 4, 5]);
});

test('the latest twenty requests are remembered', async () => {
  const { keys, send } = openSender();
  for (let index = 0; index <= 20; index += 1) await send(String(index), new TypeError('lost'));
  await send('0');
  await send('1');
  expect(keys.map((key) => keys.indexOf(key)).slice(-2)).toEqual([21, 1]);
});
