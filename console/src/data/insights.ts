import type {
  AnsweredQuestion,
  InsightSummary,
  QuestionAnswer,
  QuestionGroup,
} from '@portico/shared-types/api/insights';
import type { UsageEntry } from '@portico/shared-types/api/usage';
import {
  keepPreviousData,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { asListed } from './as-listed.ts';
import { saveFile } from '../ui/save-file.ts';
import type { Outcome } from './outcome.ts';

const questionsPath = '/api/v1/insights/questions';
const summaryPath = '/api/v1/insights/summary';

export function useQuestions(query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: ['questions', query],
    queryFn: async ({ signal }) => api.page<QuestionGroup>(questionsPath, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** One group, in any state; `listed` is the group in a list that is loaded. */
export function useQuestion(id: string, listed: QuestionGroup | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['questions', 'one', id],
    queryFn: async ({ signal }) =>
      api.get<QuestionGroup>(`${questionsPath}/${encodeURIComponent(id)}`, undefined, signal),
    ...asListed(listed),
  });
}

/**
 * Writes an answer into a base and asks the question again, which takes a while: `isPending` is also true in a form that
 * is opened again in the meantime.
 */
export function useAnswerQuestion(id: string, { onDone, onFailed }: Outcome<AnsweredQuestion, QuestionAnswer>) {
  const api = useApi();
  const queries = useQueryClient();
  const mutationKey = ['answer', id];
  const isPending = useIsMutating({ mutationKey }) > 0;
  const { mutate, error } = useMutation({
    mutationKey,
    mutationFn: async ({ content, ...body }: QuestionAnswer) =>
      api.send<AnsweredQuestion>('POST', `${questionsPath}/${id}/answer`, {
        once: true,
        body: { ...body, content: content.trim() },
      }),
    onSuccess: (answered, sent) => {
      onDone(answered, sent);
      refreshQuestions(queries);
    },
    onError: onFailed,
  });
  return { mutate, error, isPending };
}

export function useDismissQuestion(id: string, { onDone, onFailed }: Outcome) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => api.send<QuestionGroup>('POST', `${questionsPath}/${id}/dismiss`),
    onSuccess: (dismissed) => {
      onDone(dismissed, undefined);
      refreshQuestions(queries);
    },
    onError: onFailed,
  });
}

function refreshQuestions(queries: QueryClient): void {
  for (const name of ['questions', 'total', 'documents']) void queries.invalidateQueries({ queryKey: [name] });
}

export interface Period {
  /** The start, as ISO 8601. */
  readonly from: string;
  readonly interval: 'day' | 'week';
  readonly interface_id?: string;
}

/** The figures of a period; read again every `pollMs` milliseconds, if given. */
export function useSummary(period: Period, enabled = true, pollMs?: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['insights', period],
    queryFn: async ({ signal }) => api.get<InsightSummary>(summaryPath, { ...period }, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: pollMs ?? false,
  });
}

interface SavedPeriod {
  readonly period: Period;
  /** The first day, for the name of the file. */
  readonly day: string;
}

/** Saves the series of a period as a CSV file, also if the screen is left in the meantime. */
export function useSaveSummary({ onFailed }: Pick<Outcome<void, SavedPeriod>, 'onFailed'>) {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ period, day }: SavedPeriod) => {
      const query = { ...period, format: 'csv' };
      const response = await api.open('GET', summaryPath, { query, accept: 'text/csv' });
      saveFile(await response.blob(), `conversations-${day}.csv`);
    },
    onError: onFailed,
  });
}

export type UsageGroup = 'day' | 'agent' | 'interface' | 'model';

interface UsageRequest {
  /** The start: a day of UTC, or a time in the days of the workspace. */
  readonly from: string;
  readonly group_by: UsageGroup;
  /** Days are those of UTC, like those of daily limits, or those of the workspace. */
  readonly days: 'utc' | 'workspace';
}

/** The usage since a day; read again every `pollMs` milliseconds, if given. */
export function useUsage(request: UsageRequest, enabled = true, pollMs?: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['usage', request],
    queryFn: async ({ signal }) => api.get<UsageEntry[]>('/api/v1/usage', { ...request }, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: pollMs ?? false,
  });
}
