import type {
  ChatSession,
  ChatSessionPatch,
  CreateChatSession,
  CreatedChatSession,
  PastConversation,
  PublicMessage,
  SendChatMessage,
} from '@portico/shared-types/api/public-chat';
import type { PublicFace } from '@portico/shared-types/api/public-face';
import type { Challenge } from '../beginning/solve-challenge.ts';
import type { Face } from '../face.ts';
import type { HeadlessOptions } from '../types.ts';
import { failOffline, readRequestError } from './errors.ts';
import { toJson } from './to-json.ts';

export interface Credentials {
  id: string;
  token: string;
}

export type ChatApi = ReturnType<typeof createApi>;

const PREVIEW = 'x-portico-preview';
/**
 * Adds a parameter that the server ignores: a service worker of the page may keep every response, also those that must
 * not be stored, and would answer with an old one, such as a challenge that is used or a stream that has ended.
 */
const withTime = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}now=${Date.now()}`;

/** Messages in a page; a session starts with the same number. */
export const PAGE = 50;

/**
 * The public chat endpoints of one interface (docs/reference/public-chat.md#endpoints). Every call rejects with
 * RequestError; `onAnswer` is called for each successful response, `onExpired` with a session whose token is rejected.
 */
export function createApi(
  { host, chat: slug, preview }: Pick<HeadlessOptions, 'host' | 'chat' | 'preview'>,
  onAnswer?: () => void,
  onExpired?: (session: Credentials) => void,
) {
  const base = `${host.replace(/\/+$/, '')}/api/public/chat-interfaces/${encodeURIComponent(slug)}`;

  async function request(path: string, init: RequestInit, session?: Credentials): Promise<Response> {
    const headers = new Headers(init.headers);
    if (session) headers.set('authorization', `Bearer ${session.token}`);
    if (preview) headers.set(PREVIEW, preview);
    if (typeof init.body === 'string') headers.set('content-type', 'application/json');
    const address = base + (path && init.method === 'GET' ? withTime(path) : path);
    const response = await fetch(address, { ...init, headers, credentials: 'omit', cache: 'no-store' }).catch(
      (error: unknown) => {
        if (init.signal?.aborted) throw error;
        failOffline();
      },
    );
    if (session && response.status === 401) onExpired?.(session);
    if (!response.ok) throw await readRequestError(response);
    onAnswer?.();
    return response;
  }

  /** Reads the whole response: one that no cache may store stays open until it is read. */
  async function readJson(path: string, init: RequestInit, session?: Credentials): Promise<unknown> {
    return (await request(path, init, session)).json().catch(failOffline);
  }

  const requestData = async <T>(path: string, init: RequestInit, session?: Credentials) =>
    ((await readJson(path, init, session)) as { data: T }).data;

  const post = (body?: unknown): RequestInit => ({ method: 'POST', body: toJson(body ?? {}) });
  // The server's ids need no escaping in an address.
  const ofSession = ({ id }: Credentials, rest = '') => `/sessions/${id}${rest}`;
  const send = (session: Credentials, rest: string, init: RequestInit) =>
    readJson(ofSession(session, rest), init, session);
  const act = (session: Credentials, verb: string, body?: unknown, init?: RequestInit) =>
    send(session, `/${verb}`, { ...post(body), ...init });
  /**
   * Requests a reply and returns as soon as the server has accepted the request: the reply belongs to the server
   * (docs/reference/streams.md#resuming), and its events come over the session's own stream, in order, once.
   */
  const askForReply = (session: Credentials, verb: string, body?: object) =>
    act(session, verb, { ...body, wait: false });

  return {
    readFace: (): Promise<Face> => requestData<PublicFace>('', { method: 'GET' }),
    /** Without the envelope of the other responses. */
    readChallenge: () => readJson('/challenge', { method: 'GET' }) as Promise<Challenge>,
    createSession: (body: CreateChatSession) => requestData<CreatedChatSession>('/sessions', post(body)),
    forget: (session: Credentials) => send(session, '', { method: 'DELETE' }),
    readSession: (session: Credentials) => requestData<ChatSession>(ofSession(session), { method: 'GET' }, session),
    listPast: (session: Credentials) =>
      requestData<PastConversation[]>(ofSession(session, '/conversations'), { method: 'GET' }, session),
    /** A page of messages, the newest or those before one. */
    readMessages: (session: Credentials, before?: string) => {
      const query = before === undefined ? '' : `&before=${before}`;
      const path = ofSession(session, `/messages?limit=${PAGE}${query}`);
      return requestData<PublicMessage[]>(path, { method: 'GET' }, session);
    },
    sendMessage: (session: Credentials, body: SendChatMessage) => askForReply(session, 'messages', body),
    regenerate: (session: Credentials, id: string) => askForReply(session, `messages/${id}/regenerate`),
    changeVisit: (session: Credentials, body: ChatSessionPatch) =>
      send(session, '', { ...post(body), method: 'PATCH' }),
    /** Other POSTs: `cancel`, `handover`, `messages/{id}/feedback`. */
    act,
    openEvents: (session: Credentials, lastEventId: string | null, signal: AbortSignal) =>
      request(
        ofSession(session, '/events'),
        {
          method: 'GET',
          signal,
          headers: { accept: 'text/event-stream', ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) },
        },
        session,
      ),
    /** The target of an upload, and its additional fields. */
    uploadTarget: (session: Credentials) => ({
      url: base + ofSession(session, '/upload'),
      headers: { authorization: `Bearer ${session.token}`, ...(preview ? { [PREVIEW]: preview } : {}) },
    }),
  };
}
