import { randomBytes } from 'node:crypto';
import { chunkText } from '../server/src/platform/chunk/chunk-text.ts';
import type { Row } from './row.ts';

export const name = 'Dividing hostile texts into chunks: processor time for each megabyte';

const megabyte = 1024 * 1024;
const sizes = [1, 5, 25];
const words =
  'water stone river light garden morning letter window bridge winter paper summer island market harbour'.split(' ');

/** Each creates a text of this many UTF-8 bytes. */
const kinds: Record<string, (bytes: number) => string> = {
  prose: (bytes) => repeat(bytes, (at) => `${words[(at * 7) % words.length]}${at % 9 === 0 ? `${at % 1000}. ` : ' '}`),
  spaces: (bytes) => `a${' '.repeat(bytes - 2)}b`,
  'one letter': (bytes) => 'a'.repeat(bytes),
  CSV: (bytes) => repeat(bytes, (at) => `${at},Person ${at},Town ${at % 97},${(at * 37) % 1000}.50\n`),
  base64: (bytes) =>
    randomBytes(Math.ceil((bytes * 3) / 4))
      .toString('base64')
      .slice(0, bytes),
  CJK: (bytes) => '智能助手可以回答访客的问题并引用知识库中的文档。'.repeat(Math.ceil(bytes / 72)),
};

function repeat(bytes: number, write: (at: number) => string): string {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < bytes; at += 1) {
    const part = write(at);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

/** Processor milliseconds for each megabyte, which other programs don't affect. */
function measure(text: string, megabytes: number): number {
  const before = process.cpuUsage();
  chunkText(text, { size: 512, overlap: 64 });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / megabytes;
}

export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, write] of Object.entries(kinds)) {
    measure(write(megabyte / 2), 1);
    const costs = sizes.map((megabytes) => measure(write(megabytes * megabyte), megabytes));
    for (const [index, value] of costs.entries())
      rows.push({ what: `${kind}, ${sizes[index]} MB`, value, unit: 'ms/MB' });
    // Superlinear growth is visible in the last column; a short run varies with the caches.
    const value = (costs.at(-1) ?? 0) / (costs[0] ?? 1);
    rows.push({ what: `${kind}, 25 MB over 1 MB`, value, unit: 'x', aim: { atMost: 2 } });
  }
  return rows;
}
