import { ExtractionError } from '../extract/index.ts';
import { isTokenizerLoaded } from '../models/count-tokens.ts';
import type { Sandbox, SandboxLimits } from '../sandbox/sandbox.ts';
import { type Chunk, type ChunkOptions, chunkText } from './chunk-text.ts';

/** UTF-16 units of text that are divided in this process: about 20 ms at worst. */
const maxInline = 16 * 1024;
/** Milliseconds for the longest text that extraction yields, with a margin for a busy machine. */
const timeoutMs = 120_000;

/**
 * Divides a text into chunks, in a separate process unless it is short: the text is untrusted, and counting tokens
 * takes up to a second for each megabyte. The first text also goes to a separate process, however short it is, so that
 * the tokenizer's tables are only loaded here if this process answers questions. Throws an ExtractionError if that
 * takes too long or too much memory.
 */
export async function divideText(
  text: string,
  options: ChunkOptions,
  sandbox: Sandbox,
  limits: Pick<SandboxLimits, 'workspaceId' | 'signal'>,
): Promise<Chunk[]> {
  if (text.length <= maxInline && isTokenizerLoaded()) return chunkText(text, options);
  const answer = await sandbox.run({ kind: 'chunks', text, options }, { timeoutMs, ...limits });
  if (answer.kind === 'chunks') return answer.chunks;
  throw new ExtractionError(answer.kind === 'timeout' ? 'timeout' : 'memory_limit');
}
