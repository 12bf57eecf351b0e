import { shrink } from '../../../platform/delete-in-batches.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteUnusedTerms } from './unused-terms.sql.ts';

/** Deletes the terms of deleted documents with their words, which are texts of these documents, in short transactions. */
export async function sweepUnusedTerms(platform: Platform): Promise<void> {
  const { database, stopping } = platform;
  try {
    await shrink(platform, async (limit) => database.transaction(async (tx) => deleteUnusedTerms(tx, limit)));
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}
