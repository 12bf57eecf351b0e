import { expect, test } from 'vitest';
import { createImageCheck } from './check-image.ts';
import { makePng } from './testing.ts';

test('a complete PNG and a JPEG are accepted', async () => {
  expect(await createImageCheck()(makePng(30, 10))).toBe(true);
  expect(await createImageCheck()(Buffer.from('ffd8ffe000104a464946', 'hex'))).toBe(true);
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
  expect(await createImageCheck()(bytes)).toBe(false);
});

test('transparent images are accepted until all together have too many pixels', async () => {
  // Ten rows of thirty pixels of four bytes, and a byte for the filter of each row.
  const isUsable = createImageCheck(2 * 1_210);
  const transparent = makePng(30, 10, { alpha: true });
  for (let count = 0; count < 2; count += 1) expect(await isUsable(transparent)).toBe(true);
  expect(await isUsable(transparent)).toBe(false);
  expect(await isUsable(makePng(30, 10))).toBe(true);
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
