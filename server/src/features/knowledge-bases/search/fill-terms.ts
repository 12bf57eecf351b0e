import { setImmediate as pause } from 'node:timers/promises';
import { analyseText } from '../../../platform/lexicon/analyse-text.ts';
import { detectLanguage } from '../../../platform/lexicon/languages.ts';
import { readableName } from '../../../platform/models/text/readable-name.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Platform } from '../../../platform/platform.ts';
import { maxFailed, sweepDue, sweepEach } from '../../../platform/sweep-rows.ts';
import {
  addLabels,
  findDocumentsToFill,
  findUnlabelledChunks,
  findUntermedChunks,
  type UnlabelledChunk,
  insertTerms,
  markFilled,
  type DocumentToFill,
} from './fill-terms.sql.ts';
import { toLabels, toNewWords, toStoredTerms } from './store-terms.ts';

/** Chunks per insert: few if the embedded database runs in this process. */
const together = { embedded: 16, server: 64 };
/** Limit of one sweep; the next one continues. */
const maxMs = 4_000;

/**
 * Stores terms and labels for the chunks of an older version, in batches after the start. Until a document is done it is found by
 * its old column. May run in several processes at once: a batch stored by another process is skipped.
 */
export async function fillTerms(platform: Platform): Promise<void> {
  const end = performance.now() + maxMs;
  const find = async (seen: readonly string[]): Promise<DocumentToFill[]> =>
    findDocumentsToFill(platform.database.sql, seen);
  const fill = async (document: DocumentToFill): Promise<void> => fillDocument(platform, document, end);
  await sweepDue(platform, find, fill, 'the terms of a document could not be stored');
  await fillLabels(platform, end);
}

/** If a batch fails, its chunks are tried one by one, so that one that always fails delays no other. */
async function fillLabels(platform: Platform, end: number): Promise<void> {
  const { sql, embedded } = platform.database;
  const limit = embedded ? together.embedded : together.server;
  const label = async (chunks: readonly UnlabelledChunk[]): Promise<void> =>
    addLabels(
      sql,
      chunks.map(({ id, workspace_id: workspaceId, metadata }) => ({ id, labels: toLabels(workspaceId, metadata) })),
    );
  const labelOne = async (chunk: UnlabelledChunk): Promise<void> => label([chunk]);
  const failed: string[] = [];
  while (performance.now() < end && !platform.stopping.aborted && failed.length < maxFailed) {
    const chunks = await findUnlabelledChunks(sql, failed, limit);
    if (chunks.length === 0) return;
    await label(chunks).catch(async (error: unknown) => {
      if (isOutage(error)) throw error;
      failed.push(
        ...(await sweepEach(platform, chunks, labelOne, 'the labels of a chunk could not be stored', isOutage)),
      );
    });
    await pause();
  }
}

/** Stores what is missing for a document; the next sweep continues if the time is over before. */
async function fillDocument(platform: Platform, document: DocumentToFill, end: number): Promise<void> {
  const { database } = platform;
  const { sql, embedded } = database;
  const title = readableName(document.title ?? document.name);
  let language: string | undefined;
  while (performance.now() < end && !platform.stopping.aborted) {
    const chunks = await findUntermedChunks(sql, document, embedded ? together.embedded : together.server);
    const texts = chunks.map(({ content, metadata: { heading } }) =>
      analyseText({ content, heading: typeof heading === 'string' ? heading : '', title }),
    );
    language ??= detectLanguage(chunks[0]?.content ?? '');
    if (chunks.length === 0) {
      await markFilled(sql, document, language ?? null);
      return;
    }
    const rows = chunks.flatMap(({ id, metadata }, index) => {
      const text = texts[index];
      return text === undefined
        ? []
        : [{ id, ...toStoredTerms(document.knowledge_base_id, text, toLabels(document.workspace_id, metadata)) }];
    });
    const words = toNewWords(document.knowledge_base_id, texts);
    await database.transaction(async (tx) => insertTerms(tx, document, rows, words));
    await pause();
  }
}
