import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { CreateChatSession, CreatedChatSession, PublicMessage } from '@portico/shared-types/api/public-chat';
import type { ChatApi } from '../transport/api.ts';
import { RequestError } from '../transport/errors.ts';
import type { Beginning } from './beginning.ts';
import type { Answering } from '../types.ts';
import { findResumeLink, removeResumeLink } from './resume-link.ts';
import type { ChatStorage, StoredSession } from './storage.ts';

export interface Session {
  readonly current: ReadonlySignal<StoredSession | null>;
  /** A token kept from an earlier visit that this page hasn't used yet. */
  hasStored(): boolean;
  /** The session, begun or resumed on first need; callers at the same time share one request. */
  ensure(): Promise<StoredSession>;
  /** Begins or resumes again, for instance for a visitor who has just been identified. */
  reopen(): Promise<StoredSession>;
  /** The server refused the token: takes a newer one of another tab, else lets the session go. */
  expire(refused: StoredSession): void;
  adopt(stored: StoredSession): void;
  /** Lets go of the session here; `fresh` asks for an empty thread next time. */
  leave(fresh: boolean): void;
}

/** A session begun or found again, with the messages it holds. */
export interface Opened extends StoredSession {
  visitorId: string;
  messages: readonly PublicMessage[];
  lastEventId?: string | null | undefined;
  /** Missing from older servers. */
  conversation?: Answering;
}

export interface SessionOptions {
  api: ChatApi;
  storage: ChatStorage;
  /** Minutes that a session lives after it was begun or resumed. */
  timeoutMinutes: number;
  describeVisit(): CreateChatSession;
  /** What a new session begins with; a resumed one needs none of it. */
  beginning: Pick<Beginning, 'prepare' | 'refuse'>;
  onOpened(opened: Opened, isResumed: boolean): void;
  onChange(sessionId: string | null): void;
}

/** The server won't take what the session was to begin with. */
const isRefused = (error: unknown): boolean => error instanceof RequestError && [400, 401, 404].includes(error.status);

export function createSession(options: SessionOptions): Session {
  const { api, storage } = options;
  const current = signal<StoredSession | null>(null);
  const hadConsent = storage.read().consent === 'granted';
  let opening: Promise<StoredSession> | null = null;
  let wantsNewThread = false;
  /** Grows when the visitor changes, so that an answer to the one before is thrown away. */
  let epoch = 0;

  async function open(): Promise<StoredSession> {
    const began = epoch;
    const { visitorId, session: stored } = storage.read();
    const body = { ...options.describeVisit(), ...(visitorId === undefined ? {} : { visitorId }) };
    const resume = current.value?.token ?? stored?.token;
    const found = (await followLink(body)) ?? (await findAgain(body));
    const created =
      found === null || found === 'refused'
        ? await create(wantsNewThread ? { ...body, newThread: true } : body, found === null ? resume : undefined)
        : found;
    if (began !== epoch) return open();
    const { id, token, threadId, expiresAt } = created;
    const session = { id, token, threadId, expiresAt };
    const isSame = threadId === stored?.threadId;
    wantsNewThread = false;
    storage.update({ visitorId: created.visitorId, session });
    // First the messages and the place in the stream, then the session: a stream begins as soon as it is there.
    options.onOpened(created, isSame);
    current.value = session;
    options.onChange(id);
    return session;
  }

  /**
   * Reads a stored session as it is, which counts against no limit: a page that opens again and again begins nothing.
   * Null if only a resume will do: for a visitor to be identified, for a consent that the server doesn't
   * know, if the place in the stream isn't known, in the second half of the session's life (a resume gives it a new
   * one). `refused` where the token is no longer taken.
   */
  async function findAgain(body: CreateChatSession): Promise<Opened | 'refused' | null> {
    const { session: stored, lastEventId } = storage.read();
    if (!stored || lastEventId === undefined || current.value || wantsNewThread || body.identity) return null;
    if (body.consent && !hadConsent) return null;
    if (Date.parse(stored.expiresAt) - Date.now() < options.timeoutMinutes * 30_000) return null;
    try {
      const [read, messages] = await Promise.all([api.readSession(stored), api.readMessages(stored)]);
      return { ...read, token: stored.token, messages };
    } catch (error) {
      if (error instanceof RequestError && [401, 404].includes(error.status)) return 'refused';
      throw error;
    }
  }

  /** A link that was used, or has run out, leaves the visitor with what this browser holds. */
  async function followLink(body: CreateChatSession): Promise<CreatedChatSession | null> {
    const resumeLink = findResumeLink();
    if (resumeLink === undefined) return null;
    try {
      const linked = await api.createSession({ ...body, resumeLink });
      removeResumeLink();
      return linked;
    } catch (error) {
      if (!isRefused(error)) throw error;
      removeResumeLink();
      return null;
    }
  }

  /** A token that has run out is not the visitor's fault: a new session begins in its place. */
  async function create(body: CreateChatSession, resume: string | undefined): Promise<CreatedChatSession> {
    if (resume === undefined) return begin(body);
    try {
      return await api.createSession({ ...body, resume });
    } catch (error) {
      if (isRefused(error)) return begin(body);
      throw error;
    }
  }

  async function begin(body: CreateChatSession): Promise<CreatedChatSession> {
    try {
      return await api.createSession(await options.beginning.prepare(body));
    } catch (error) {
      if (error instanceof RequestError && error.status === 400) options.beginning.refuse();
      throw error;
    }
  }

  function start(): Promise<StoredSession> {
    opening ??= open().finally(() => {
      opening = null;
    });
    return opening;
  }

  function leave(fresh: boolean): void {
    epoch += 1;
    current.value = null;
    wantsNewThread = fresh;
    options.onChange(null);
  }

  return {
    current,
    leave,
    hasStored: () => current.value === null && (findResumeLink() !== undefined || storage.read().session !== undefined),
    ensure: () => (current.value && !opening ? Promise.resolve(current.value) : start()),
    async reopen() {
      await opening?.catch(() => {});
      return start();
    },
    expire(refused) {
      if (current.value?.token !== refused.token) return;
      const { session: stored, ...rest } = storage.read();
      if (stored && stored.token !== refused.token) {
        current.value = stored;
        return;
      }
      storage.clear();
      storage.update(rest);
      leave(false);
    },
    adopt(stored) {
      epoch += 1;
      current.value = stored;
    },
  };
}
