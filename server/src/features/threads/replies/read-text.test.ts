import { expect, it } from 'vitest';
import { readText } from './read-text.ts';

async function* tell(texts: readonly (string | null)[]) {
  for (const [id, content] of texts.entries()) {
    const event = content === null ? 'message:started' : 'message:delta';
    yield { stream: 'thr_1', id, event, text: JSON.stringify({ message_id: 'msg_1', content }) };
  }
}

it.each([
  [
    [null, 'a', 'b'],
    ['a', 'b'],
  ],
  [
    [null, 'abc', null, 'a', 'bcd', 'e'],
    ['abc', 'd', 'e'],
  ],
  [
    [null, 'abcd', null, 'ab', null, 'abcdef'],
    ['abcd', 'ef'],
  ],
  [
    [null, 'abc', null, 'abx', 'c', null, 'ab', 'cd'],
    ['abc', 'd'],
  ],
])('reads of %j only what continues the text', async (texts, expected) => {
  expect(await Array.fromAsync(readText(tell(texts)))).toEqual(expected);
});
