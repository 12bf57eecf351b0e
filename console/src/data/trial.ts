import type { StreamEvent } from '@portico/browser-kit/events/parse-events';
import type { Message, ReplyTrace } from '@portico/shared-types/api/messages';
import type { ThreadSummary } from '@portico/shared-types/api/threads';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import type { Api } from '../api/api.ts';
import { readEvents } from '../api/read-events.ts';
import { followStream } from './follow-stream.ts';

export interface TrialReply {
  readonly kind: 'reply';
  /** Known once the reply has started. */
  readonly messageId: string | null;
  readonly text: string;
  readonly state: 'writing' | 'done' | 'failed';
  /** The name of the tool that is being called. */
  readonly tool: string | null;
  readonly error: unknown;
}

export type TrialEntry = { readonly kind: 'question'; readonly text: string } | TrialReply;

export interface FailedQuestion {
  readonly text: string;
  /** The server has not begun a reply to it. */
  readonly isUnsent: boolean;
}

export interface Trial {
  readonly threadId: string | null;
  readonly entries: readonly TrialEntry[];
  readonly isWriting: boolean;
  /** The last question, if its reply has failed. */
  readonly failed: FailedQuestion | null;
  send(text: string): Promise<void>;
  stop(): void;
  restart(): void;
}

const emptyReply: TrialReply = { kind: 'reply', messageId: null, text: '', state: 'writing', tool: null, error: null };

/**
 * A conversation with an agent, as a client of the API has one: a thread with streamed replies. A reply whose stream
 * breaks off is followed on the stream of the thread, because the server writes it to its end.
 */
export function useTrial(agentId: string): Trial {
  const api = useApi();
  const [entries, setEntries] = useState<readonly TrialEntry[]>([]);
  const [threadId, setThreadId] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const changeReply = useCallback((change: (reply: TrialReply) => Partial<TrialReply>) => {
    setEntries((before) => {
      const last = before.at(-1);
      return last?.kind === 'reply' ? [...before.slice(0, -1), { ...last, ...change(last) }] : before;
    });
  }, []);

  const send = async (text: string) => {
    const stopper = new AbortController();
    running.current = stopper;
    setEntries((before) => {
      // A question that is sent again is not there twice.
      const isAgain = findFailed(before)?.isUnsent === true && findFailed(before)?.text === text;
      return [...(isAgain ? before.slice(0, -2) : before), { kind: 'question', text }, emptyReply];
    });
    try {
      const thread = threadId ?? (await createThread());
      setThreadId(thread);
      const response = await api.open('POST', `/api/v1/threads/${thread}/messages`, {
        body: { content: text, stream: true },
        accept: 'text/event-stream',
        signal: stopper.signal,
      });
      const receive = receiveReply((event, data) => changeReply(applyEvent(event, data)));
      let last: string | null = null;
      try {
        for await (const event of readEvents(response)) {
          last = event.id ?? last;
          if (receive(event)) return;
        }
      } catch (error) {
        if (last === null || stopper.signal.aborted) throw error;
        await followReply(api, thread, { after: last, receive, signal: stopper.signal });
      }
    } catch (error) {
      changeReply(() => (stopper.signal.aborted ? { state: 'done' } : { state: 'failed', error }));
    } finally {
      if (running.current === stopper) running.current = null;
    }
  };
  const createThread = async () =>
    // Its questions are not those of visitors.
    (
      await api.send<ThreadSummary>('POST', `/api/v1/agents/${agentId}/threads`, {
        body: { metadata: { preview: true } },
      })
    ).id;

  const stop = () => {
    running.current?.abort();
    if (threadId !== null) void api.send('POST', `/api/v1/threads/${threadId}/cancel`).catch(() => undefined);
  };
  const last = entries.at(-1);
  return {
    threadId,
    entries,
    failed: findFailed(entries),
    isWriting: last?.kind === 'reply' && last.state === 'writing',
    send,
    stop,
    restart: () => {
      stop();
      setEntries([]);
      setThreadId(null);
    },
  };
}

function findFailed(entries: readonly TrialEntry[]): FailedQuestion | null {
  const [question, reply] = entries.slice(-2);
  if (question?.kind !== 'question' || reply?.kind !== 'reply' || reply.state !== 'failed') return null;
  return { text: question.text, isUnsent: reply.messageId === null };
}

interface EventData {
  readonly message?: { readonly id: string };
  readonly message_id?: string;
  readonly user_message_id?: string;
  readonly id?: string;
  readonly content?: string;
  readonly name?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

const ends: ReadonlySet<string> = new Set(['message:completed', 'message:failed', 'message:cancelled']);

/** Takes the next event of a thread. Returns true if it is the last one of the reply. */
type Receive = (event: StreamEvent) => boolean;

/**
 * Passes on the events of one reply, the one to the first question. The stream of the thread also has those of others,
 * such as the end of a reply that was stopped just before.
 */
function receiveReply(onEvent: (event: string, data: EventData) => void): Receive {
  let questionId: string | undefined;
  let replyId: string | undefined;
  return ({ event, data }) => {
    const parsed: EventData = JSON.parse(data);
    if (event === 'message:created') questionId ??= parsed.message?.id;
    if (event === 'message:started' && parsed.user_message_id === questionId) replyId = parsed.message_id;
    if (replyId === undefined || (parsed.message_id ?? parsed.id) !== replyId) return false;
    onEvent(event, parsed);
    return ends.has(event);
  };
}

interface Rest {
  /** The last event that was received. */
  readonly after: string;
  readonly receive: Receive;
  readonly signal: AbortSignal;
}

/** Follows a reply to its end, through lost connections. Rejects if the thread can't be read, or `signal` fires. */
async function followReply(api: Api, threadId: string, { after, receive, signal }: Rest): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = followStream(api, `/api/v1/threads/${threadId}/events`, {
    after,
    onEvent: (event) => {
      if (receive(event)) resolve();
    },
    onEnd: reject,
  });
  signal.addEventListener('abort', () => reject(signal.reason));
  return promise.finally(stop);
}

function applyEvent(event: string, data: EventData): (reply: TrialReply) => Partial<TrialReply> {
  switch (event) {
    case 'message:started':
      return () => ({ messageId: data.message_id ?? null, text: '' });
    case 'message:delta':
      return ({ text }) => ({ text: text + (data.content ?? ''), tool: null });
    case 'message:tool_call':
      return () => ({ tool: data.name ?? null });
    case 'message:tool_result':
      return () => ({ tool: null });
    case 'message:completed':
      return () => ({ messageId: data.id ?? null, text: data.content ?? '', state: 'done', tool: null });
    case 'message:cancelled':
      return () => ({ text: data.content ?? '', state: 'done', tool: null });
    case 'message:failed':
      return () => ({
        state: 'failed',
        tool: null,
        error: new ApiError({ status: 400, code: data.error?.code ?? 'unknown', message: data.error?.message ?? '' }),
      });
    default:
      return () => ({});
  }
}

/** The last reply of an agent in a thread; null if there is none. */
export function useLastReply(threadId: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['threads', threadId, 'last-reply'],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/threads/${threadId}/messages`;
      const { data } = await api.page<Message>(path, { per_page: 100 }, signal);
      return data.findLast(({ author }) => author.type === 'agent') ?? null;
    },
    enabled,
  });
}

/** The trace of a reply. */
export function useReplyTrace(threadId: string | null, messageId: string | null, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['traces', messageId],
    queryFn: async ({ signal }) =>
      api.get<ReplyTrace>(`/api/v1/threads/${threadId}/messages/${messageId}/trace`, undefined, signal),
    enabled: enabled && threadId !== null && messageId !== null,
    staleTime: Infinity,
  });
}
