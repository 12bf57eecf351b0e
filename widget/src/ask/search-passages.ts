import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { cutText } from '@portico/browser-kit/cut-text';
import type { ChatPassage } from '@portico/shared-types/api/public-chat';
import type { Chat } from '../models/chat.ts';
import { RequestError } from '../transport/errors.ts';

export interface PassageSearch {
  /** The newest result, best first; an earlier one while the next is under way. Null before the first. */
  readonly found: ReadonlySignal<readonly ChatPassage[] | null>;
  readonly isSearching: ReadonlySignal<boolean>;
  /** Searches for a text once nothing was typed for a moment; an empty one ends the search. */
  search(query: string): void;
  stop(): void;
}

/** Milliseconds without a key after which a text is searched for. */
const pauseMs = 200;
const minCharacters = 2;
/** As many as the server allows (docs/reference/limits.md#limits-of-visitors), one less for another tab. */
const maxSearchesAMinute = 29;
const maxKept = 50;

/** Searches the agent's knowledge while the visitor types. Texts that were searched for before need no request. */
export function createPassageSearch({ api, session }: Pick<Chat, 'api' | 'session'>): PassageSearch {
  const found = signal<readonly ChatPassage[] | null>(null);
  const isSearching = signal(false);
  const kept = new Map<string, readonly ChatPassage[]>();
  let sentAt: number[] = [];
  let wanted = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function search(query: string): void {
    wanted = cutText(query.trim(), 500);
    clearTimeout(timer);
    const known = kept.get(wanted);
    if (wanted.length < minCharacters || known) {
      found.value = known ?? null;
      isSearching.value = false;
      return;
    }
    isSearching.value = true;
    timer = setTimeout(() => void send(wanted), Math.max(pauseMs, untilAllowed()));
  }

  /** Milliseconds until the server takes another search. */
  function untilAllowed(): number {
    const now = Date.now();
    sentAt = sentAt.filter((at) => at > now - 60_000);
    const oldest = sentAt.at(-maxSearchesAMinute);
    return oldest === undefined ? 0 : oldest + 60_000 - now;
  }

  async function send(query: string): Promise<void> {
    sentAt.push(Date.now());
    try {
      const { data } = (await api.act(await session.ensure(), 'search', { query })) as { data: ChatPassage[] };
      if (kept.size >= maxKept) kept.clear();
      kept.set(query, data);
      if (query === wanted) found.value = data;
    } catch (error) {
      if (query !== wanted) return;
      // The answer to the question doesn't need it.
      found.value = null;
      if (error instanceof RequestError && error.status === 429 && error.details.window !== 'day') {
        timer = setTimeout(() => void send(query), (error.retryAfter ?? 60) * 1_000);
        return;
      }
    }
    if (query === wanted) isSearching.value = false;
  }

  return {
    found,
    isSearching,
    search,
    stop() {
      wanted = '';
      clearTimeout(timer);
    },
  };
}
