import type { Chunk, ChunkOptions } from '../chunk/chunk-text.ts';
import type { ExtractionErrorCode } from '../extract/extraction-error.ts';
import type { PageOptions, WebPage } from '../extract/page/read-page.ts';
import type { SchemaFault } from '../json-schema/check-schema.ts';
import type { AnalysedText, TextToAnalyse } from '../lexicon/analyse-text.ts';
import type { Language } from '../lexicon/languages.ts';

/** Work for a sandbox process. All data passed in both directions is JSON. */
export type SandboxTask =
  | { kind: 'expressions'; expressions: string[]; scope: unknown; timeoutMs: number }
  | { kind: 'script'; source: string; inputs: unknown; timeoutMs: number }
  | { kind: 'syntax'; sources: string[] }
  | { kind: 'schema'; schema: unknown; value: unknown }
  | { kind: 'compile'; schemas: unknown[] }
  | { kind: 'chunks'; text: string; options: ChunkOptions }
  | { kind: 'terms'; texts: readonly TextToAnalyse[]; language: Language | undefined }
  | { kind: 'page'; text: string; options: PageOptions };

/** An analysed text, with the entries of its maps. */
type AnalysedEntries = Pick<AnalysedText, 'language' | 'length'> & {
  counts: [string, number][];
  words: [string, string][];
};

/** Messages to the process: long texts are sent in pieces before their task, so that no step takes long. */
export type SandboxMessage = SandboxTask | { kind: 'text'; text: string };

/**
 * The result. After `crashed`, and after a `timeout` that the process itself did not report, the process is discarded.
 */
export type SandboxAnswer =
  | { kind: 'values'; values: { value?: unknown }[] }
  | { kind: 'script'; value: unknown; logs: string[] }
  | { kind: 'schema'; value: unknown; faults: SchemaFault[] }
  /** The fault of each schema or script, or null. */
  | { kind: 'compiled'; faults: (string | null)[] }
  | { kind: 'chunks'; chunks: Chunk[] }
  | { kind: 'terms'; texts: AnalysedEntries[] }
  | { kind: 'page'; page: WebPage }
  /** The page can't be read, for a reason that is safe to show. */
  | { kind: 'unreadable'; code: ExtractionErrorCode; message: string }
  | { kind: 'failed'; message: string; logs?: string[] }
  | { kind: 'timeout' }
  | { kind: 'crashed' };

/** Messages from the process: parts of a result may come before the result. */
export type SandboxReply = SandboxAnswer | { kind: 'part'; chunks: Chunk[] };
