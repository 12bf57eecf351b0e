import { setTimeout as pause } from 'node:timers/promises';
import type { SubmissionQuery, SubmissionQueryAnswer } from '@portico/shared-types';
import { unavailable } from '../../../platform/errors.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { queryContent } from '../../knowledge-bases/index.ts';
import { answerQuestion } from './answer-question.ts';
import { isSearchable } from './indexing.sql.ts';
import type { SubmissionRow } from '../submission/submissions.sql.ts';

/** Maximum milliseconds that a question waits for its material to become searchable. */
const timeoutMs = 5_000;
const lookEveryMs = 50;

/**
 * The passages of a submission nearest to a question; `partial` if not all of it is searchable yet. Throws 503 if the
 * embedding model is unavailable.
 */
export async function querySubmission(
  platform: Platform,
  row: SubmissionRow,
  { query, topK, similarityThreshold: threshold, answer: isAnswerWanted }: SubmissionQuery,
  signal: AbortSignal,
): Promise<SubmissionQueryAnswer> {
  const { id, workspace_id: workspaceId } = row;
  const complete = await waitUntilSearchable(platform, id, signal);
  try {
    const found = await queryContent(platform, { workspaceId, scope: id }, { query, topK, threshold }, signal);
    const results = found.map(({ id: chunk, content, source, score }) => ({
      id: chunk,
      content,
      source: {
        kind: source.kind,
        ...(source.name === undefined ? {} : { name: source.name }),
        ...(source.url === undefined ? {} : { url: source.url }),
      },
      score,
    }));
    const answer = isAnswerWanted ? await answerQuestion(platform, row, query, results, signal) : undefined;
    return {
      results,
      query,
      topK,
      ...(complete ? {} : { partial: true }),
      ...(answer === undefined ? {} : { answer }),
    };
  } catch (error) {
    if (error instanceof ModelError)
      throw unavailable('The search is temporarily unavailable.', error.retryAfter ?? 5, error, {
        reason: 'search_unavailable',
      });
    throw error;
  }
}

/** False if it still isn't searchable after the timeout: a long document takes minutes. */
async function waitUntilSearchable(platform: Platform, id: string, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!(await isSearchable(platform.database.sql, id))) {
    if (performance.now() >= end) return false;
    await pause(lookEveryMs, undefined, { signal });
  }
  return true;
}
