import { useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '@portico/shared-types/api/conversations';
import { useEffect, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { hasJustTyped } from './conversations.ts';
import { followStream } from './follow-stream.ts';
import { putInCache } from './put-in-cache.ts';
import { useSignedIn } from './session.ts';

export interface LiveState {
  /** False while the stream is interrupted; it reconnects by itself. */
  readonly isLive: boolean;
  /** The names of the people typing in a conversation, by its id; that of an unnamed visitor is empty. */
  readonly typing: Readonly<Record<string, readonly string[]>>;
}

/** Milliseconds after which somebody is no longer shown as typing. */
const typingMs = 5_000;
/** A busy workspace sends many events a second; lists are refreshed at most at this interval, in milliseconds. */
const refreshMs = 1_000;

interface EventData {
  readonly conversation_id?: string;
  readonly conversation?: Conversation;
  readonly author?: Author;
  readonly message?: { readonly author: Author };
  readonly note?: { readonly author: Author };
}

interface Author {
  readonly type: string;
  readonly name: string | null;
}

/** Keeps the conversations on the screen up to date with the workspace's stream of events. */
export function useLiveConversations(): LiveState {
  const api = useApi();
  const queries = useQueryClient();
  const { user, api_key: apiKey } = useSignedIn();
  const ownName = user?.name ?? apiKey?.name;
  const [isLive, setLive] = useState(true);
  const [typing, setTyping] = useState<LiveState['typing']>({});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** When those who are shown as typing no longer are, by conversation and name. */
    const typists = new Map<string, Map<string, ReturnType<typeof setTimeout>>>();
    const refreshLists = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['conversations', 'list'] });
      }, refreshMs);
    };
    const showTypists = (id: string) => {
      const names = [...(typists.get(id)?.keys() ?? [])];
      setTyping(({ [id]: _, ...others }) => (names.length === 0 ? others : { ...others, [id]: names }));
    };
    const removeTypist = (id: string, name: string) => {
      clearTimeout(typists.get(id)?.get(name));
      if (typists.get(id)?.delete(name) === true) showTypists(id);
    };
    const addTypist = (id: string, name: string) => {
      const shown = typists.get(id) ?? new Map<string, ReturnType<typeof setTimeout>>();
      typists.set(id, shown);
      clearTimeout(shown.get(name));
      shown.set(
        name,
        setTimeout(() => removeTypist(id, name), typingMs),
      );
      showTypists(id);
    };
    const stop = followStream(api, '/api/v1/conversations/events', {
      // Missed events are read from the lists.
      fromNow: true,
      onEnd: () => setLive(false),
      onState: (state) => {
        setLive(state === 'online');
        if (state === 'online') {
          void queries.invalidateQueries({ queryKey: ['conversations'] });
          void queries.invalidateQueries({ queryKey: ['transcripts'] });
        }
      },
      onEvent: ({ event, data }) => {
        const { conversation, conversation_id: id, author, message, note }: EventData = JSON.parse(data);
        if (conversation !== undefined) void putInCache(queries, ['conversations', conversation.id], conversation);
        if (event === 'conversation:typing' && id !== undefined && author !== undefined) {
          // The stream also reports the member's own typing.
          if (author.type === 'member' && author.name === ownName && hasJustTyped(id)) return;
          addTypist(id, author.name ?? '');
        }
        if (event === 'conversation:message' || event === 'conversation:note') {
          if (id !== undefined) {
            removeTypist(id, (message ?? note)?.author.name ?? '');
            void queries.invalidateQueries({ queryKey: ['transcripts', id] });
          }
        }
        if (event === 'conversation:deleted') void queries.invalidateQueries({ queryKey: ['conversations', id] });
        if (event !== 'conversation:typing') refreshLists();
      },
    });
    return () => {
      clearTimeout(timer);
      for (const timers of typists.values()) for (const typist of timers.values()) clearTimeout(typist);
      stop();
    };
  }, [api, queries, ownName]);
  return { isLive, typing };
}
