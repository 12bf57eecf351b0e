import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { wordsOf } from '../../../platform/search-words.ts';
import { sweepPages } from '../../../platform/sweep-rows.ts';
import {
  findWordless,
  insertWords,
  type SearchedSubmission,
  takeWordless,
  type WordlessSubmission,
} from './submission-words.sql.ts';

/** Stores the words by which new submissions are found: of message and answers, and the names of files and addresses. */
export async function keepWords(tx: Transaction, submissions: readonly SearchedSubmission[]): Promise<void> {
  const rows = submissions.flatMap((submission) =>
    [submission.interface_id, ...wordsOf(textOf(submission))].map((word) => ({ id: submission.id, word })),
  );
  await insertWords(tx, rows);
}

/** Stores the words of submissions that an older version accepted. */
export async function storeMissingWords(platform: Platform): Promise<void> {
  const { database } = platform;
  const store = async ({ id }: WordlessSubmission): Promise<void> =>
    database.transaction(async (tx) => keepWords(tx, await takeWordless(tx, id)));
  await sweepPages<WordlessSubmission>(
    platform,
    async (last, limit) => findWordless(database.sql, last, limit),
    store,
    'the words of a submission could not be stored',
  );
}

function textOf({ message, inputs, urls, file_names: names }: SearchedSubmission): string {
  const answers = Object.values(inputs).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return [...answers, ...names, ...urls, message].join('\n');
}
