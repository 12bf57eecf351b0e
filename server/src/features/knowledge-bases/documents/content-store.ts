import { type Chunk, divideText } from '../../../platform/chunk/index.ts';
import type { Sql } from '../../../platform/database.ts';
import { shrink } from '../../../platform/delete-in-batches.ts';
import { createId } from '../../../platform/ids.ts';
import { hashEmbeddingName } from '../../../platform/models/hash-embedding.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  countContentChunks,
  deleteContentChunks,
  deleteContentScope,
  type FoundContent,
  findContentScope,
  findNearestContent,
  insertContentChunks,
  insertContentScope,
} from './content-store.sql.ts';
import { embedQuery, writeEmbeddingInput, writeQuestionVector, writeVector } from '../embed.ts';
import { noMatch } from '../search/rate-chunk.ts';
import { rateTexts } from '../search/rate-texts.ts';
import { toOrder, toRelevance, toSimilarity } from '../search/relevance.ts';

/** A submitted item: a file, an address, or the message itself. */
export interface ContentItem {
  kind: 'file' | 'url' | 'message';
  name?: string;
  url?: string;
  text: string;
  pageStarts?: readonly number[];
}

export type ContentResult = Omit<FoundContent, 'score'> & { score: number };

/** Number of nearest chunks that are also rated by their words. */
const candidates = 64;
const chunking = { size: 512, overlap: 64 };
const together = { embedded: 16, server: 128 };

/**
 * Divides, embeds and stores the content of one submission, for queries of that submission only
 * (docs/reference/public-forms.md#questions). May be called again with the same items after an interruption: it
 * continues where it stopped. `onStored` is called after each part that is searchable from then on. Throws a ModelError
 * if the embedding model fails.
 */
export async function indexContent(
  platform: Platform,
  { workspaceId, scope }: { workspaceId: string; scope: string },
  items: readonly ContentItem[],
  signal: AbortSignal,
  onStored?: () => Promise<void>,
): Promise<void> {
  const { sql } = platform.database;
  const model = await insertContentScope(sql, workspaceId, scope, platform.models.defaultEmbeddingModel);
  for (const [item, content] of items.entries()) {
    const done = await countContentChunks(sql, scope, item);
    let batch: { ordinal: number; chunk: Chunk }[] = [];
    let ordinal = 0;
    const pageStarts = content.pageStarts ?? [];
    const limits = { workspaceId, signal };
    const options = { ...chunking, pageStarts };
    for (const chunk of await divideText(content.text, options, platform.sandboxes.texts, limits)) {
      if (ordinal >= done) batch.push({ ordinal, chunk });
      ordinal += 1;
      if (batch.length >= 128) {
        await storeBatch(platform, { scope, item, content, model }, batch, signal);
        await onStored?.();
        batch = [];
      }
    }
    await storeBatch(platform, { scope, item, content, model }, batch, signal);
  }
}

async function storeBatch(
  platform: Platform,
  { scope, item, content, model }: { scope: string; item: number; content: ContentItem; model: string },
  batch: readonly { ordinal: number; chunk: Chunk }[],
  signal: AbortSignal,
): Promise<void> {
  if (batch.length === 0) return;
  const inputs = batch.map(({ chunk }) => writeEmbeddingInput(chunk.content, chunk.metadata.heading));
  const vectors = await platform.models.embedding(model).embed(inputs, signal);
  const { text: _, pageStarts: __, ...source } = content;
  const size = platform.database.embedded ? together.embedded : together.server;
  for (let at = 0; at < batch.length; at += size) {
    signal.throwIfAborted();
    const rows = batch.slice(at, at + size).map(({ ordinal, chunk }, index) => {
      const vector = vectors[at + index];
      if (vector === undefined)
        throw new ModelError('model_bad_answer', 'The embedding model returned too few vectors.');
      const { content: text, metadata } = chunk;
      return { id: createId('chk'), ordinal, source, content: text, metadata, vector: writeVector(vector) };
    });
    await insertContentChunks(platform.database.sql, scope, item, rows);
  }
}

/**
 * The chunks of a submission's content that fit the query best by words and meaning, with at least `threshold` (0 to
 * 1).
 */
export async function queryContent(
  platform: Platform,
  { workspaceId, scope }: { workspaceId: string; scope: string },
  { query, topK, threshold }: { query: string; topK: number; threshold: number },
  signal: AbortSignal,
): Promise<ContentResult[]> {
  const known = await findContentScope(platform.database.sql, workspaceId, scope);
  if (known === undefined) return [];
  const model = known.embedding_model;
  const vector = writeQuestionVector(await embedQuery(platform, model, query, signal));
  const found = await findNearestContent(platform.database.sql, scope, vector, Math.max(candidates, topK));
  // One submission has so few chunks that their terms are computed on demand.
  const background = model === hashEmbeddingName ? 0 : Math.min(...found.map(({ score }) => score));
  const rated = rateTexts(
    query,
    found.map(({ content, metadata }) => ({ content, heading: metadata.heading })),
  );
  return found
    .map((chunk, index) => {
      const words = rated[index] ?? noMatch;
      const similarity = toSimilarity(chunk.score, model, background);
      return { ...chunk, order: toOrder(words, similarity), score: toRelevance(words, similarity, rated.length) };
    })
    .toSorted((a, b) => b.order - a.order)
    .map(({ order: _, ...chunk }) => chunk)
    .filter(({ score }) => score >= threshold)
    .slice(0, topK);
}

/** Deletes a submission's content, in the transaction that deletes the submission. */
export async function forgetContent(sql: Sql, workspaceId: string, scope: string): Promise<void> {
  await deleteContentScope(sql, workspaceId, scope);
}

/** Deletes most of a submission's content in short statements, before the submission itself is deleted. */
export async function shrinkContent(platform: Platform, scope: string): Promise<void> {
  await shrink(platform, async (limit) => deleteContentChunks(platform.database.sql, scope, limit));
}
