import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDocx } from '../../../../test/documents.ts';
import { openArchive } from './bounded-archive.ts';

const long = 'ferry '.repeat(100_000);

test.each(['file', 'bytes'])('the parts of an archive in a %s can be read in any order, and together', async (kind) => {
  const bytes = makeDocx('', { 'a.xml': 'first', 'b.xml': long, 'c.xml': 'last' });
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const path = join(folder, 'parts.docx');
  await writeFile(path, bytes);
  const archive = await openArchive(kind === 'file' ? { path } : { bytes });
  onTestFinished(() => archive.close());
  const read = async (name: string): Promise<string> => (await Array.fromAsync(archive.readText(name))).join('');
  expect(await read('c.xml')).toBe('last');
  // Left before its end.
  for await (const piece of archive.readText('b.xml')) {
    expect(long.startsWith(piece)).toBe(true);
    break;
  }
  expect(await Promise.all(['a.xml', 'b.xml', 'c.xml', 'd.xml'].map(read))).toEqual(['first', long, 'last', '']);
});
