import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { wordsOf } from '../../../platform/search-words.ts';
import { insertWords, type SearchedSubmission, takeWordless } from './submission-words.sql.ts';

const batchSize = 50;

/** Stores the words by which new submissions are found: of message and answers, and the names of files and addresses. */
export async function keepWords(tx: Transaction, submissions: readonly SearchedSubmission[]): Promise<void> {
  const rows = submissions.flatMap((submission) =>
    [submission.interface_id, ...wordsOf(textOf(submission))].map((word) => ({ id: submission.id, word })),
  );
  await insertWords(tx, rows);
}

/** Stores the words of submissions that an older version accepted. */
export async function storeMissingWords({ database, stopping }: Platform): Promise<void> {
  let count = batchSize;
  while (count === batchSize && !stopping.aborted) {
    count = await database.transaction(async (tx) => {
      const batch = await takeWordless(tx, batchSize);
      if (batch.length > 0) await keepWords(tx, batch);
      return batch.length;
    });
  }
}

function textOf({ message, inputs, urls, file_names: names }: SearchedSubmission): string {
  const answers = Object.values(inputs).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return [...answers, ...names, ...urls, message].join('\n');
}
