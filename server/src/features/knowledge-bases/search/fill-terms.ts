import { setImmediate as pause } from 'node:timers/promises';
import { analyseText } from '../../../platform/lexicon/analyse-text.ts';
import { detectLanguage } from '../../../platform/lexicon/languages.ts';
import { readableName } from '../../../platform/models/text/readable-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  findDocumentsToFill,
  findUntermedChunks,
  insertTerms,
  markFilled,
  type DocumentToFill,
} from './fill-terms.sql.ts';
import { toNewWords, toStoredTerms } from './store-terms.ts';

/** Chunks per insert: few if the embedded database runs in this process. */
const together = { embedded: 16, server: 64 };
/** Limit of one sweep; the next one continues. */
const maxMs = 4_000;

/**
 * Stores terms for the chunks of an older version, in batches after the start. Until a document is done it is found by
 * its old column. May run in several processes at once: a batch stored by another process is skipped.
 */
export async function fillTerms(platform: Platform): Promise<void> {
  const end = performance.now() + maxMs;
  for (const document of await findDocumentsToFill(platform.database.sql)) {
    if (!(await fillDocument(platform, document, end))) return;
  }
}

/** False when the time is over before the document is done. */
async function fillDocument(platform: Platform, document: DocumentToFill, end: number): Promise<boolean> {
  const { sql, embedded } = platform.database;
  const title = readableName(document.title ?? document.name);
  let language: string | undefined;
  for (;;) {
    const chunks = await findUntermedChunks(sql, document, embedded ? together.embedded : together.server);
    const texts = chunks.map(({ content, heading }) => analyseText({ content, heading: heading ?? '', title }));
    language ??= detectLanguage(chunks[0]?.content ?? '');
    if (chunks.length === 0) {
      await markFilled(sql, document, language ?? null);
      return true;
    }
    const rows = chunks.flatMap(({ id }, index) => {
      const text = texts[index];
      return text === undefined ? [] : [{ id, ...toStoredTerms(document.knowledge_base_id, text) }];
    });
    await insertTerms(sql, document, rows, toNewWords(document.knowledge_base_id, texts));
    if (performance.now() > end || platform.stopping.aborted) return false;
    await pause();
  }
}
