import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { CreateChatSession, CreatedChatSession, PublicMessage } from '@portico/shared-types/api/public-chat';
import type { ChatApi, Credentials } from '../transport/api.ts';
import { RequestError } from '../transport/errors.ts';
import type { Beginning } from './beginning.ts';
import type { Answering } from '../types.ts';
import { findResumeLink, removeResumeLink } from './resume-link.ts';
import type { ChatStorage, StoredSession } from './storage.ts';

export interface Session {
  readonly current: ReadonlySignal<StoredSession | null>;
  /** Incremented when the visitor or the conversation changes, so that a response for the previous one is discarded. */
  epoch(): number;
  /** A token stored on an earlier visit that this page hasn't used yet. */
  hasStored(): boolean;
  /** The session, started or resumed on first use; concurrent callers share one request. */
  ensure(): Promise<StoredSession>;
  /** Runs a call with the session. False, without the call, if the visitor or the conversation has changed meanwhile. */
  run(call: (current: StoredSession) => Promise<unknown>): Promise<unknown>;
  /** Starts or resumes again, for instance for a visitor who has just been identified. */
  reopen(): Promise<StoredSession>;
  /** The server rejected the token: uses a newer one of another tab, else forgets the session. */
  expire(refused: Credentials): void;
  adopt(stored: StoredSession): void;
  /** Forgets the session here; `fresh` asks for an empty thread next time. */
  leave(fresh: boolean): void;
}

/** A started or resumed session, with its messages. */
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
  /** Lifetime of a session in minutes after it was started or resumed. */
  timeoutMinutes: number;
  describeVisit(): CreateChatSession;
  /** Data for a new session; a resumed one needs none of it. */
  beginning: Pick<Beginning, 'prepare' | 'refuse'>;
  onOpened(opened: Opened, isResumed: boolean): void;
  /** The link in a mail has been used, or has expired. */
  onLinkRefused(): void;
  onChange(sessionId: string | null): void;
}

/** The server rejected the data for a new session. */
const isRefused = (error: unknown): boolean => error instanceof RequestError && [400, 401, 404].includes(error.status);

export function createSession(options: SessionOptions): Session {
  const { api, storage } = options;
  const current = signal<StoredSession | null>(null);
  const hadConsent = storage.read().consent === 'granted';
  let opening: Promise<StoredSession> | null = null;
  let wantsNewThread = false;
  let epoch = 0;

  async function open(): Promise<StoredSession> {
    const began = epoch;
    const { visitorId, session: stored } = storage.read();
    const body = { ...options.describeVisit(), visitorId };
    const resume = current.value?.token ?? stored?.token;
    const found = (await followLink(options, body)) ?? (await findAgain(body));
    const created =
      found ||
      (await create(
        options,
        wantsNewThread ? { ...body, newThread: true } : body,
        found === null ? resume : undefined,
      ));
    if (began !== epoch) return open();
    const { id, token, threadId, expiresAt } = created;
    const session = { id, token, threadId, expiresAt };
    wantsNewThread = false;
    storage.update({ visitorId: created.visitorId, session });
    // Messages and stream position first, then the session: a stream starts as soon as there is one.
    options.onOpened(created, threadId === stored?.threadId);
    current.value = session;
    options.onChange(id);
    return session;
  }

  /**
   * Reads a stored session unchanged, which counts against no limit, so that a page that is opened repeatedly starts no
   * sessions. Null if a resume is needed: for a visitor to be identified, for a consent that the server doesn't know,
   * if the stream position is unknown, in the second half of the session's life (a resume extends it). False if the
   * token is no longer accepted.
   */
  async function findAgain(body: CreateChatSession): Promise<Opened | false | null> {
    const { session: stored, lastEventId } = storage.read();
    if (!stored || lastEventId === undefined || current.value || wantsNewThread || body.identity) return null;
    if (body.consent && !hadConsent) return null;
    if (Date.parse(stored.expiresAt) - Date.now() < options.timeoutMinutes * 30_000) return null;
    try {
      const [read, messages] = await Promise.all([api.readSession(stored), api.readMessages(stored)]);
      return { ...read, token: stored.token, messages };
    } catch (error) {
      if (error instanceof RequestError && [401, 404].includes(error.status)) return false;
      throw error;
    }
  }

  function start(): Promise<StoredSession> {
    opening ??= open().finally(() => {
      opening = null;
    });
    return opening;
  }

  const ensure = async () => (!opening && current.value) || start();

  function leave(fresh: boolean): void {
    epoch += 1;
    current.value = null;
    wantsNewThread = fresh;
    options.onChange(null);
  }

  return {
    current,
    epoch: () => epoch,
    leave,
    hasStored: () => !current.value && (findResumeLink() ?? storage.read().session) !== undefined,
    ensure,
    async run(call) {
      const began = epoch;
      const found = await ensure();
      return began === epoch && call(found);
    },
    async reopen() {
      await opening?.catch(() => {});
      return start();
    },
    expire(refused) {
      if (current.value?.token !== refused.token) return;
      const { session: stored } = storage.read();
      if (stored && stored.token !== refused.token) {
        current.value = stored;
        return;
      }
      storage.update({ session: undefined });
      leave(false);
    },
    adopt(stored) {
      epoch += 1;
      current.value = stored;
    },
  };
}

/** With a used or expired link the visitor keeps what this browser has. */
async function followLink(
  { api, onLinkRefused }: SessionOptions,
  body: CreateChatSession,
): Promise<CreatedChatSession | null> {
  const resumeLink = findResumeLink();
  if (resumeLink === undefined) return null;
  let linked: CreatedChatSession | null = null;
  try {
    linked = await api.createSession({ ...body, resumeLink });
  } catch (error) {
    if (!isRefused(error)) throw error;
    onLinkRefused();
  }
  removeResumeLink();
  return linked;
}

/** An expired token is not the visitor's fault: a new session replaces it. */
async function create(
  options: Pick<SessionOptions, 'api' | 'beginning'>,
  body: CreateChatSession,
  resume: string | undefined,
): Promise<CreatedChatSession> {
  if (resume === undefined) return begin(options, body);
  try {
    return await options.api.createSession({ ...body, resume });
  } catch (error) {
    if (isRefused(error)) return begin(options, body);
    throw error;
  }
}

async function begin(
  { api, beginning }: Pick<SessionOptions, 'api' | 'beginning'>,
  body: CreateChatSession,
): Promise<CreatedChatSession> {
  try {
    return await api.createSession(await beginning.prepare(body));
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) beginning.refuse();
    throw error;
  }
}
