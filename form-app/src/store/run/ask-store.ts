import type { SubmissionAnswer, SubmissionPassage } from '@portico/shared-types/api/public-forms';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../transport/api-error.ts';
import type { FormClient } from '../../transport/form-client.ts';
import { type Limit, limitOf, type Notice, noticeOf } from '../notice.ts';

export interface AskState {
  /** The question that `results` answer; empty before the first one. */
  asked: string;
  results: readonly SubmissionPassage[];
  /** The model's answer, if one is configured. */
  answer: SubmissionAnswer | null;
  /** True if not all of the submission was searchable yet. */
  isPartial: boolean;
  isSearching: boolean;
  notice: Notice | null;
  limit: Limit | null;
  ask(question: string): Promise<void>;
  endLimit(): void;
}

const passages = 5;

/** Questions about a submission; a new one replaces the last. */
export function createAskStore(id: string, client: FormClient): StoreApi<AskState> {
  let current = new AbortController();
  return createStore<AskState>((set) => ({
    asked: '',
    results: [],
    answer: null,
    isPartial: false,
    isSearching: false,
    notice: null,
    limit: null,
    ask: async (question) => {
      const query = question.trim();
      if (query === '') return;
      current.abort();
      const turn = new AbortController();
      current = turn;
      set({ isSearching: true, notice: null });
      try {
        const {
          results,
          answer = null,
          partial = false,
        } = await client.askSubmission(
          id,
          { query, topK: passages, similarityThreshold: 0, answer: true },
          turn.signal,
        );
        // With threshold 0 the server returns everything; unrelated passages are not an answer.
        const fitting = results.filter(({ score }) => score > 0);
        set({ asked: query, results: fitting, answer, isPartial: partial, isSearching: false });
      } catch (error) {
        if (turn.signal.aborted) return;
        const failure = error instanceof ApiError ? error : null;
        const limit = failure === null ? null : limitOf(failure);
        const notice: Notice = failure === null ? { key: 'serverFailed' } : noticeOf(failure);
        set({ isSearching: false, limit, notice: limit === null ? notice : null });
      }
    },
    endLimit: () => set({ limit: null }),
  }));
}
