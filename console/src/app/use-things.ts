import { useQueries } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import type { Page } from '../api/api.ts';
import { useSettled } from '../data/use-settled.ts';
import { useSayText } from '../text/use-texts.ts';
import type { Text } from '../text/texts.ts';
import type { Thing, Things } from './screen.ts';

/** Things of one list that are shown at once. */
const maxThings = 50;
/** Milliseconds without a change of the search until the server is asked. */
const pauseMs = 300;

export interface CommandEntry {
  /** Unique among all entries. */
  readonly value: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly name: string;
  /** More about the entry, shown after its name. */
  readonly note?: string;
}

/** A screen or a part of one whose items can be found. */
export interface ThingSource {
  readonly path: string;
  readonly title: Text;
  readonly icon: LucideIcon;
  readonly things: Things;
}

interface FoundThings {
  readonly source: ThingSource;
  readonly entries: readonly CommandEntry[];
  /** The server found these for this search; otherwise they are those of an earlier one. */
  readonly isFound: boolean;
}

export interface FailedSearch {
  /** Why the first of them failed. */
  readonly error: unknown;
  /** Those whose things can't be found. */
  readonly sources: readonly ThingSource[];
  retry(): void;
}

/**
 * What the server finds in each list or, before somebody types, the first things of the list. Until it
 * responds, what was found before is returned.
 */
export function useThings(
  sources: readonly ThingSource[],
  search: string,
): {
  readonly things: readonly FoundThings[];
  readonly isSearching: boolean;
  readonly failed: FailedSearch | undefined;
} {
  const api = useApi();
  const sayText = useSayText();
  const wanted = search.trim();
  const settled = useSettled(wanted, pauseMs);
  // A search that was cleared doesn't wait.
  const asked = wanted === '' ? '' : settled;
  const lists = sources.map((source) => {
    const { minLetters = 0 } = source.things;
    return { source, ...source.things, isWanted: wanted.length >= minLetters, isAsked: asked.length >= minLetters };
  });
  // TanStack Query's `keepPreviousData` has no effect in `useQueries`.
  const kept = useRef(new Map<string, Page<Thing>>());
  const results = useQueries({
    queries: lists.map(({ key, endpoint, parameter, max = maxThings, isWanted, isAsked }) => {
      const query = { [parameter]: asked, per_page: max };
      return {
        queryKey: [key, 'list', query],
        queryFn: async ({ signal }: { signal: AbortSignal }) => api.page<Thing>(endpoint, query, signal),
        enabled: isWanted && isAsked,
        placeholderData: () => kept.current.get(key),
      };
    }),
  });
  useEffect(() => {
    for (const [at, { key }] of lists.entries()) {
      const page = results[at]?.data;
      if (page !== undefined) kept.current.set(key, page);
    }
  });
  const states = lists.flatMap((list, at) => {
    const result = results[at];
    return result === undefined || !list.isWanted ? [] : [{ ...list, result }];
  });
  const failures = states.filter(({ result }) => result.isError && result.data === undefined);
  return {
    things: states.map(({ source, entryOf, result: { data, isPlaceholderData } }) => ({
      source,
      entries: (data?.data ?? []).map((item) => ({
        value: item.id,
        path: `${source.path}/${item.id}`,
        icon: source.icon,
        ...(entryOf?.(item, sayText) ?? { name: item.name ?? item.id }),
      })),
      isFound: asked === wanted && !isPlaceholderData,
    })),
    isSearching: asked !== wanted || states.some(({ result }) => result.isPending || result.isPlaceholderData),
    failed:
      failures[0] === undefined
        ? undefined
        : {
            error: failures[0].result.error,
            sources: failures.map(({ source }) => source),
            retry: () => failures.forEach(({ result }) => void result.refetch()),
          },
  };
}
