import type { SubmissionQuery, SubmissionQueryAnswer } from '@portico/shared-types';
import { unavailable } from '../../platform/errors.ts';
import { ModelError } from '../../platform/models/model-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { queryContent } from '../knowledge-bases/index.ts';
import type { SubmissionRow } from './submissions.sql.ts';

/** The passages of what was submitted that are nearest to a question. Throws 503 where the embedding model is away. */
export async function querySubmission(
  platform: Platform,
  { id, workspace_id: workspaceId }: SubmissionRow,
  { query, topK, similarityThreshold: threshold }: SubmissionQuery,
  signal: AbortSignal,
): Promise<SubmissionQueryAnswer> {
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
    return { results, query, topK };
  } catch (error) {
    if (error instanceof ModelError)
      throw unavailable('The search is away for a moment.', error.retryAfter ?? 5, error);
    throw error;
  }
}
