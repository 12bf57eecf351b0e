import type { Chunk, ChunkOptions } from '../chunk/chunk-text.ts';
import type { ExtractionErrorCode } from '../extract/extraction-error.ts';
import type { PageOptions, WebPage } from '../extract/page/read-page.ts';
import type { SchemaFault } from '../json-schema/check-schema.ts';

/** Work for a sandbox process. What crosses the border is JSON, both ways. */
export type SandboxTask =
  | { kind: 'expressions'; expressions: string[]; scope: unknown; timeoutMs: number }
  | { kind: 'script'; source: string; inputs: unknown; timeoutMs: number }
  | { kind: 'schema'; schema: unknown; value: unknown }
  | { kind: 'compile'; schemas: unknown[] }
  | { kind: 'chunks'; text: string; options: ChunkOptions }
  | { kind: 'page'; text: string; options: PageOptions };

/** What is sent to the process: long texts go ahead of their task in pieces, so that no step over them is long. */
export type SandboxMessage = SandboxTask | { kind: 'text'; text: string };

/** What came of it. After `crashed`, and after a `timeout` that the process itself did not report, it is given up. */
export type SandboxAnswer =
  | { kind: 'values'; values: { value?: unknown }[] }
  | { kind: 'script'; value: unknown; logs: string[] }
  | { kind: 'schema'; value: unknown; faults: SchemaFault[] }
  /** For each schema what is wrong with it, null for nothing. */
  | { kind: 'compiled'; faults: (string | null)[] }
  | { kind: 'chunks'; chunks: Chunk[] }
  | { kind: 'page'; page: WebPage }
  /** The page can't be read, for a reason that is safe to show. */
  | { kind: 'unreadable'; code: ExtractionErrorCode; message: string }
  | { kind: 'failed'; message: string; logs?: string[] }
  | { kind: 'timeout' }
  | { kind: 'crashed' };

/** What comes back: an answer may be preceded by parts of it. */
export type SandboxReply = SandboxAnswer | { kind: 'part'; chunks: Chunk[] };
