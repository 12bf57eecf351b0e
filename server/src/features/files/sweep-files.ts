import type { Platform } from '../../platform/platform.ts';
import { sweepRows } from '../../platform/sweep-rows.ts';
import { eraseFile } from './files.service.ts';
import { listFilesAfter, type SweptFile } from './files.sql.ts';

/**
 * Deletes the files that older versions, and processes that died, have left of deleted threads, forms and uploads. Reads
 * all files, so it seldom runs.
 */
export async function sweepFiles(platform: Platform): Promise<void> {
  const { sql } = platform.database;
  await sweepRows<SweptFile>(
    platform,
    async (last, limit) => listFilesAfter(sql, last, limit),
    async (file) => eraseFile(platform, file),
  );
}
