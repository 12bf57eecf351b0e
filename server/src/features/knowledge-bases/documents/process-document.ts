import type { KnowledgeDocument, RunError } from '@portico/shared-types';
import { type Chunk, divideText } from '../../../platform/chunk/index.ts';
import type { Transaction } from '../../../platform/database.ts';
import { FileLost } from '../../../platform/errors.ts';
import { ExtractionError, FetchError } from '../../../platform/extract/index.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { isUnstorable } from '../../../platform/is-unstorable.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import { analyseTexts } from '../../../platform/lexicon/analyse-texts.ts';
import { detectLanguage, type Language } from '../../../platform/lexicon/languages.ts';
import { createId } from '../../../platform/ids.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import { readableName } from '../../../platform/models/text/readable-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { announce } from '../../webhooks/index.ts';
import { findLastChunk, insertChunks, type NewChunk } from './chunks.sql.ts';
import { postponeDocument } from './documents.claims.sql.ts';
import { type ClaimedDocument, failDocument, publishDocument } from './documents.sql.ts';
import { writeEmbeddingInput, writeVector } from '../embed.ts';
import { setDimensions } from '../knowledge-bases.sql.ts';
import { discardEdition, replaceEdition } from './shrink-document.ts';
import { readDocumentText } from './read-document-text.ts';
import { toLabels, toNewWords, toStoredTerms } from '../search/store-terms.ts';

/** Pauses before the next attempt; when all attempts are used up the document has failed. */
const retrySeconds = [2, 10, 30, 120, 300];
/** Number of chunks sent to the embedding model together; the model's own limits are handled behind its port. */
const embedTogether = 256;
/** Rows per insert. The embedded database runs in this process and blocks it meanwhile. */
const insertTogether = { embedded: 16, server: 128 };

/**
 * Processes a document: read, divide, embed, insert, publish. May run twice or die anywhere: stored chunks of the new
 * edition are kept, and queries see all of them at once when it is complete. Throws the signal's reason, LeaseLost, and
 * errors that aren't the document's failure.
 */
export async function processDocument(
  platform: Platform,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (document.attempts > retrySeconds.length + 1) throw new Error('every attempt was interrupted');
    const read = await readDocumentText(platform, document, signal);
    if (read === 'unchanged') return await publish(platform, document, read);
    const language = detectLanguage(read.text);
    await storeChunks(platform, document, { ...read, language }, signal);
    await replaceEdition(platform, document, signal);
    await publish(platform, document, { ...read, language });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LeaseLost || isOutage(error) || isUnstorable(error)) throw error;
    await settleFailure(platform, document, error, signal);
  }
}

async function storeChunks(
  platform: Platform,
  document: ClaimedDocument,
  read: { name: string; text: string; pageStarts: readonly number[]; language: Language | undefined },
  signal: AbortSignal,
): Promise<void> {
  const options = { size: document.chunk_size, overlap: document.chunk_overlap, pageStarts: read.pageStarts };
  const about = { title: readableName(document.title ?? read.name), language: read.language };
  let batch: { ordinal: number; chunk: Chunk }[] = [];
  let ordinal = 0;
  const limits = { workspaceId: document.workspace_id, signal };
  const chunks = await divideText(read.text, options, platform.sandboxes.texts, limits);
  const done = await keepStored(platform, document, chunks, signal);
  for (const chunk of chunks) {
    if (ordinal >= done) batch.push({ ordinal, chunk });
    ordinal += 1;
    if (batch.length >= embedTogether) {
      await storeBatch(platform, document, about, batch, signal);
      batch = [];
    }
  }
  await storeBatch(platform, document, about, batch, signal);
  if (ordinal === 0) throw new ExtractionError('empty');
}

/**
 * The number of chunks that an earlier attempt has stored. If it divided the text in another way, because the knowledge
 * base was changed or the server upgraded, they are deleted.
 */
async function keepStored(
  platform: Platform,
  document: ClaimedDocument,
  chunks: readonly Chunk[],
  signal: AbortSignal,
): Promise<number> {
  const last = await findLastChunk(platform.database.sql, document.id, document.next_edition);
  if (last === undefined) return 0;
  if (chunks[last.ordinal]?.content === last.content) return last.ordinal + 1;
  await discardEdition(platform, document, signal);
  return 0;
}

async function storeBatch(
  platform: Platform,
  document: ClaimedDocument,
  { title, language }: { title: string; language: Language | undefined },
  batch: readonly { ordinal: number; chunk: Chunk }[],
  signal: AbortSignal,
): Promise<void> {
  if (batch.length === 0) return;
  const inputs = batch.map(({ chunk }) => writeEmbeddingInput(chunk.content, chunk.metadata.heading));
  const vectors = await platform.models.embedding(document.embedding_model).embed(inputs, signal);
  const dimensions = vectors[0]?.length ?? 0;
  const { database } = platform;
  await setDimensions(database.sql, document.workspace_id, document.knowledge_base_id, dimensions);
  const together = database.embedded ? insertTogether.embedded : insertTogether.server;
  for (let at = 0; at < batch.length; at += together) {
    signal.throwIfAborted();
    const part = batch.slice(at, at + together);
    const texts = await analyseTexts(
      part.map(({ chunk: { content, metadata } }) => ({ content, heading: metadata.heading, title })),
      language,
      platform.sandboxes.texts,
      { workspaceId: document.workspace_id, signal },
    );
    const rows = part.flatMap(({ ordinal, chunk }, index): NewChunk[] => {
      const vector = vectors[at + index];
      const text = texts[index];
      if (text === undefined) return [];
      if (vector === undefined)
        throw new ModelError('model_bad_answer', 'The embedding model returned too few vectors.');
      const metadata = { ...chunk.metadata, ...document.metadata };
      const { content, tokenCount } = chunk;
      const labels = toLabels(document.workspace_id, metadata);
      const terms = toStoredTerms(document.knowledge_base_id, text, labels);
      return [{ id: createId('chk'), ordinal, content, tokenCount, metadata, vector: writeVector(vector), ...terms }];
    });
    const words = toNewWords(document.knowledge_base_id, texts);
    const isHeld = await database.transaction(async (tx) => insertChunks(tx, document, dimensions, rows, words));
    if (!isHeld) throw new LeaseLost();
  }
}

async function publish(
  platform: Platform,
  document: ClaimedDocument,
  read: 'unchanged' | { name: string; mimeType: string; language: Language | undefined },
): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const row = await publishDocument(
      tx,
      document,
      read === 'unchanged'
        ? { name: document.name, mimeType: null, edition: document.edition, language: null }
        : {
            name: read.name,
            mimeType: read.mimeType,
            edition: document.next_edition,
            language: read.language ?? null,
          },
    );
    if (row !== undefined) await announceEnd(tx, document.workspace_id, row);
  });
}

async function settleFailure(
  platform: Platform,
  document: ClaimedDocument,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const pauseSeconds = retrySeconds[document.attempts - 1];
  if (isPassing(error) && pauseSeconds !== undefined) {
    platform.log.warn(
      { err: error, document: document.id, attempt: document.attempts },
      'a document is tried again later',
    );
    await postponeDocument(platform.database.sql, document, pauseSeconds);
    return;
  }
  const reason = describeFailure(error);
  if (reason.code === 'internal_error') platform.log.error({ err: error, document: document.id }, 'document failed');
  await discardEdition(platform, document, signal);
  await endAsFailed(platform, document, reason);
}

/** Ends a document with an error, and sends its event in the same commit. */
export async function endAsFailed(platform: Platform, document: ClaimedDocument, reason: RunError): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const row = await failDocument(tx, document, reason);
    if (row !== undefined) await announceEnd(tx, document.workspace_id, row);
  });
}

/** Whether the same work may succeed later. Unexpected errors are retried too. */
function isPassing(error: unknown): boolean {
  if (error instanceof ExtractionError) return false;
  return error instanceof ModelError || error instanceof FetchError ? error.retryable : true;
}

function describeFailure(error: unknown): RunError {
  if (error instanceof ExtractionError || error instanceof ModelError || error instanceof FetchError) {
    return { code: error.code, message: error.message };
  }
  if (error instanceof FileLost) return { code: 'internal_error', message: error.message };
  return { code: 'internal_error', message: 'The document could not be processed.' };
}

/**
 * Notifies the workspace's webhooks of the end of processing, in the same commit (docs/reference/webhooks.md#events).
 */
async function announceEnd(tx: Transaction, workspaceId: string, document: KnowledgeDocument): Promise<void> {
  const outcome = document.status === 'ready' ? 'ready' : 'failed';
  await announce(tx, { workspaceId, type: `document.${outcome}`, data: { ...document } });
}
