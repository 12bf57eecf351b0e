import { type Chunk, iterateChunks } from '../chunk/chunk-text.ts';
import type { SandboxAnswer, SandboxReply, SandboxTask } from './task.ts';

/** UTF-16 units of chunks that are sent together. */
const together = 128 * 1024;

/** Divides a text into chunks and sends them in parts. */
export async function runChunks(
  { text, options }: Extract<SandboxTask, { kind: 'chunks' }>,
  send: (reply: SandboxReply) => Promise<void>,
): Promise<SandboxAnswer> {
  let chunks: Chunk[] = [];
  let length = 0;
  for (const chunk of iterateChunks(text, options)) {
    chunks.push(chunk);
    length += chunk.content.length;
    if (length < together) continue;
    await send({ kind: 'part', chunks });
    [chunks, length] = [[], 0];
  }
  return { kind: 'chunks', chunks };
}
