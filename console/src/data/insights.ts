import type { AnsweredQuestion, InsightSummary, QuestionGroup } from '@portico/shared-types/api/insights';
import type { UsageEntry } from '@portico/shared-types/api/usage';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { asListed } from './as-listed.ts';

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

/** Writes an answer into a base and asks the question again. The list keeps the group until `useRefreshQuestions`. */
export function useAnswerQuestion(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (body: { knowledge_base_id: string; content: string }) =>
      api.send<AnsweredQuestion>('POST', `${questionsPath}/${id}/answer`, { body }),
  });
}

export function useDismissQuestion(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async () => api.send<QuestionGroup>('POST', `${questionsPath}/${id}/dismiss`),
  });
}

/** Returns the function that reads the questions and their totals again. */
export function useRefreshQuestions(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['questions'] });
    void queries.invalidateQueries({ queryKey: ['total'] });
    void queries.invalidateQueries({ queryKey: ['documents'] });
  };
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

/** Fetches the series as a CSV file. */
export function useSummaryCsv(period: Period) {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const query = { ...period, format: 'csv' };
      return (await api.open('GET', summaryPath, { query, accept: 'text/csv' })).blob();
    },
  });
}

export type UsageGroup = 'day' | 'agent' | 'interface' | 'model';

/** The usage since a day; read again every `pollMs` milliseconds, if given. */
export function useUsage(from: string, groupBy: UsageGroup, enabled = true, pollMs?: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['usage', from, groupBy],
    queryFn: async ({ signal }) => api.get<UsageEntry[]>('/api/v1/usage', { from, group_by: groupBy }, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: pollMs ?? false,
  });
}
