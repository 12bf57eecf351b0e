import { expect, test } from 'vitest';
import { isUsableImage } from './check-image.ts';
import { makePng } from './testing.ts';

test('a complete PNG and a JPEG are accepted', async () => {
  expect(await isUsableImage(makePng(30, 10))).toBe(true);
  expect(await isUsableImage(Buffer.from('ffd8ffe000104a464946', 'hex'))).toBe(true);
});

test.each([
  ['a text', Buffer.from('<svg/>')],
  ['a cut one', makePng(30, 10).subarray(0, 60)],
  ['a broken length', broken(makePng(30, 10), 33, 0x7f)],
  ['one larger than it says', sized(makePng(2000, 1000), 2, 1)],
  ['one that would be huge', sized(makePng(30, 10), 60_000, 60_000)],
  ['one of no width', sized(makePng(30, 10), 0, 10)],
  ['an unknown filter', makePng(30, 10, { filter: 9 })],
])('%s is not accepted', async (_, bytes) => {
  expect(await isUsableImage(bytes)).toBe(false);
});

function broken(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}

function sized(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  return copy;
}
