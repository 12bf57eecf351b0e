import { pipeline, type Readable, Transform } from 'node:stream';
import { FileLost } from '../errors.ts';
import type { Storage } from './storage.ts';

/**
 * Opens stored bytes for a response that has promised `size` of them. The stream fails if there are fewer or more, after
 * a crash of the storage's machine for instance: the reader would wait for the rest, or take what is too much for the next
 * response.
 */
export async function openWhole(storage: Pick<Storage, 'open'>, key: string, size: number): Promise<Readable> {
  const bytes = await storage.open(key);
  let count = 0;
  const fault = (): FileLost => new FileLost(new Error(`${key} has not the ${size} bytes that were stored`));
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.byteLength;
      if (count > size) done(fault());
      else done(null, chunk);
    },
    flush: (done) => done(count === size ? null : fault()),
  });
  // Its reader gets the error.
  pipeline(bytes, checked, () => undefined);
  return checked;
}
