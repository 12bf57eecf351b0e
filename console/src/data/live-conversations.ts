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
  /** The person typing in a conversation, by its id. */
  readonly typing: Readonly<Record<string, string>>;
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
  const [typing, setTyping] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Who is shown as typing, and when that ends, by conversation. */
    const typists = new Map<string, { name: string; timer: ReturnType<typeof setTimeout> }>();
    const refreshLists = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['conversations', 'list'] });
      }, refreshMs);
    };
    const hideTypist = (id: string) => {
      clearTimeout(typists.get(id)?.timer);
      typists.delete(id);
      setTyping(({ [id]: _, ...others }) => others);
    };
    const showTypist = (id: string, name: string) => {
      clearTimeout(typists.get(id)?.timer);
      typists.set(id, { name, timer: setTimeout(() => hideTypist(id), typingMs) });
      setTyping((before) => ({ ...before, [id]: name }));
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
          showTypist(id, author.name ?? '');
        }
        if (event === 'conversation:message' || event === 'conversation:note') {
          if (id !== undefined) {
            // Somebody else's message doesn't end it.
            const writer = (message ?? note)?.author;
            if (typists.get(id)?.name === (writer?.name ?? '')) hideTypist(id);
            void queries.invalidateQueries({ queryKey: ['transcripts', id] });
          }
        }
        if (event !== 'conversation:typing') refreshLists();
      },
    });
    return () => {
      clearTimeout(timer);
      for (const typist of typists.values()) clearTimeout(typist.timer);
      stop();
    };
  }, [api, queries, ownName]);
  return { isLive, typing };
}
