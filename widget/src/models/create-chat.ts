import { batch, computed, effect, signal } from '@preact/signals';
import type { CreateChatSession, CreatedChatSession } from '@portico/shared-types/api/public-chat';
import type { ThreadEvent } from '@portico/shared-types/events';
import { createApi } from '../transport/api.ts';
import { RequestError, toChatError } from '../transport/errors.ts';
import { readPublicMessage } from '../transport/wire.ts';
import type { ChatError, ChatEvents, ChatMessage, Face, HeadlessOptions, LiveOptions } from '../types.ts';
import type { Chat } from './chat.ts';
import { createConnection } from './connection.ts';
import { createId } from './create-id.ts';
import type { Emitter } from './emitter.ts';
import { createHistory } from './history.ts';
import { createLimit } from './limit.ts';
import { createOutbox } from './outbox.ts';
import { isOptimistic } from './reduce-thread.ts';
import { mergeFace } from './merge-face.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';
import type { OutboxItem, StoredRecord } from './storage.ts';
import { createThread } from './thread.ts';
import { toOptimistic } from './to-optimistic.ts';
import { createUploads } from './uploads.ts';

const PAGE = 50;

/** Makes the store of a chat whose interface has been read. It asks the server for nothing before it is opened or used. */
export function createChat(given: HeadlessOptions & { id?: string }, read: Face, events: Emitter<ChatEvents>): Chat {
  const id = given.id ?? given.chat;
  const options = signal<LiveOptions>(given);
  const face = computed<Face>(() => mergeFace(read, options.value));
  const api = createApi(given.host, given.chat);
  const storage = createStorage(given.persistence ?? read.behaviour.persistence, given.chat);
  const thread = createThread();
  const limit = createLimit();
  const history = createHistory(storage);
  const isOpen = signal(false);
  const isLoading = signal(false);
  const hasEarlier = signal(false);
  const unread = signal(0);
  const error = signal<ChatError | null>(null);
  const draft = signal('');
  const needsConsent = given.consent === 'required' || (read.consent.required && given.consent !== 'granted');
  const consent = signal<'granted' | 'needed' | 'denied'>(
    needsConsent && storage.read().consent !== 'granted' ? 'needed' : 'granted',
  );
  let lastEventId: string | null = null;

  const isReplying = computed(() => thread.messages.value.some(({ status }) => status === 'streaming'));
  const isBusy = computed(() =>
    thread.messages.value.some(({ status }) => status === 'streaming' || status === 'sending' || status === 'queued'),
  );
  /** A message the server took whose reply hasn't begun. */
  const isAwaited = computed(() => thread.messages.value.at(-1)?.role === 'user');

  const session = createSession({
    api,
    storage,
    describeVisit,
    onOpened: takeSession,
    onChange: (sessionId) => events.emit('session', { id, sessionId }),
  });
  const outbox = createOutbox({ api, session, storage, limit, onStatus: changeSent });
  const uploads = createUploads(
    api,
    session,
    computed(() => face.value.uploads),
  );
  const connection = createConnection({
    api,
    session,
    findLastEventId: () => lastEventId,
    onEvent: receive,
    onOnline: () => void outbox.flush(),
    isWanted: computed(() => isOpen.value || isBusy.value || isAwaited.value),
  });
  const stopListening = storage.onChange(followOtherTab);
  const stopCounting = effect(() => {
    const count = unread.value;
    if (count > 0) events.emit('unread', { id, count });
  });

  history.refresh();
  restoreOutbox();

  function describeVisit(): CreateChatSession {
    const { identity, metadata, locale } = options.peek();
    return {
      pageUrl: location.href.slice(0, 2000),
      ...(document.referrer === '' ? {} : { referrer: document.referrer.slice(0, 2000) }),
      ...(locale === undefined ? {} : { locale }),
      ...(needsConsent && consent.peek() === 'granted' ? { consent: 'granted' as const } : {}),
      ...(identity === undefined ? {} : { identity }),
      ...(metadata === undefined ? {} : { metadata }),
    };
  }

  function takeSession(created: CreatedChatSession, isResumed: boolean): void {
    const read = created.messages.filter(({ replacedBy }) => replacedBy === null).map(readPublicMessage);
    const isUnderWay = read.some(({ status }) => status === 'streaming');
    const kept = isResumed ? (storage.read().lastEventId ?? null) : null;
    // Without a known place the thread is read from its first event: what has ended takes nothing twice.
    lastEventId = kept ?? (isUnderWay ? null : created.lastEventId) ?? '0';
    storage.update({ lastEventId });
    hasEarlier.value = read.length >= PAGE;
    thread.change((messages) => {
      const known = new Set(read.map(({ clientMessageId }) => clientMessageId));
      const waiting = messages.filter((message) => isOptimistic(message) && !known.has(message.clientMessageId));
      return [...read, ...waiting];
    });
  }

  function receive(event: ThreadEvent, eventId: string | null): void {
    const before = thread.messages.peek();
    thread.receive(event);
    if (eventId !== null) lastEventId = eventId;
    if (event.event === 'message:delta') return;
    if (!isReplying.peek() && eventId !== null) storage.update({ lastEventId: eventId });
    if (event.event !== 'message:completed') return;
    const wasOver = before.some(({ id, status }) => id === event.data.id && status !== 'streaming');
    const message = thread.messages.peek().find(({ id }) => id === event.data.id);
    if (!message || message.role !== 'assistant' || wasOver) return;
    if (!isOpen.peek()) unread.value += 1;
    events.emit('message-received', { id, message });
  }

  function changeSent(clientMessageId: string, change: Pick<ChatMessage, 'status' | 'error'>): void {
    thread.change((messages) =>
      messages.map((message) =>
        isOptimistic(message) && message.id === clientMessageId ? { ...message, ...change } : message,
      ),
    );
    if (change.error && change.error.code !== 'offline') report(change.error);
  }

  function report(fault: ChatError): void {
    events.emit('error', { id, error: fault });
  }

  /** Runs a call whose failure the visitor should read of. */
  async function attempt(call: () => Promise<unknown>): Promise<void> {
    error.value = null;
    try {
      await call();
    } catch (thrown) {
      fail(thrown);
    }
  }

  function fail(thrown: unknown): void {
    const current = session.current.peek();
    if (current && thrown instanceof RequestError && thrown.status === 401) session.expire(current);
    error.value = toChatError(thrown);
    report(error.value);
  }

  async function resume(): Promise<void> {
    isLoading.value = true;
    try {
      await session.ensure();
    } catch (thrown) {
      if (!(thrown instanceof RequestError) || thrown.status !== 429) fail(thrown);
      else limit.start(thrown.retryAfter ?? 10, goOn);
    }
    isLoading.value = false;
  }

  function goOn(): void {
    if (session.hasStored() && isOpen.peek()) void resume();
    void outbox.flush();
  }

  function post(item: OutboxItem): void {
    thread.change((messages) => [...messages, toOptimistic(item)]);
    outbox.add(item);
  }

  function restoreOutbox(): void {
    const waiting = storage.read().outbox ?? [];
    if (waiting.length === 0) return;
    thread.change(() => waiting.map(toOptimistic));
    if (consent.peek() === 'granted') void outbox.flush();
  }

  function startOver(fresh: boolean): void {
    batch(() => {
      outbox.clear();
      uploads.clear();
      limit.stop();
      session.leave(fresh);
      thread.change(() => []);
      lastEventId = null;
      hasEarlier.value = false;
      error.value = null;
      unread.value = 0;
    });
  }

  function followOtherTab(record: StoredRecord): void {
    const mine = session.current.peek();
    if (record.consent === 'granted') consent.value = 'granted';
    history.refresh();
    if (!record.session) {
      if (mine) startOver(false);
      return;
    }
    if (record.session.threadId === mine?.threadId) {
      if (record.session.token !== mine.token) session.adopt(record.session);
      return;
    }
    if (!mine && !isOpen.peek()) return;
    startOver(false);
    if (isOpen.peek()) void resume();
  }

  function logout(): void {
    const { identity: _, ...rest } = options.peek();
    options.value = rest;
    storage.clear();
    history.refresh();
    startOver(false);
    draft.value = '';
    if (needsConsent) consent.value = 'needed';
  }

  function leaveThread(): void {
    history.keep(session.current.peek(), thread.messages.peek());
    const { session: _, lastEventId: __, outbox: ___, ...rest } = storage.read();
    storage.clear();
    storage.update(rest);
  }

  return {
    id,
    options,
    face,
    isOpen,
    messages: thread.messages,
    isReplying,
    isLoading,
    hasEarlier,
    connection: connection.state,
    limitSeconds: limit.seconds,
    unread,
    consent,
    error,
    draft,
    uploads,
    history,
    logout,
    open() {
      if (isOpen.peek()) return;
      batch(() => {
        isOpen.value = true;
        unread.value = 0;
      });
      events.emit('unread', { id, count: 0 });
      events.emit('open', { id });
      const isKnown = session.hasStored() || (options.peek().identity !== undefined && !session.current.peek());
      if (isKnown && consent.peek() === 'granted') void resume();
    },
    close() {
      if (!isOpen.peek()) return;
      isOpen.value = false;
      events.emit('close', { id });
    },
    send(text) {
      const attachments = uploads.take();
      const content = text.trim() || attachments.map(({ fileName }) => fileName).join(', ');
      if (content === '' || consent.peek() !== 'granted') return;
      const item = { clientMessageId: createId(), content, attachments, createdAt: new Date().toISOString() };
      post(item);
      events.emit('message-sent', { id, message: toOptimistic(item) });
    },
    stop() {
      const current = session.current.peek();
      if (current) void attempt(() => api.cancel(current));
    },
    retry(message) {
      const { clientMessageId, content, attachments, createdAt } = message;
      if (message.role === 'assistant') this.regenerate(message);
      if (message.status !== 'refused' || clientMessageId === null) return;
      thread.change((messages) => messages.filter((other) => other !== message));
      post({ clientMessageId, content, attachments: [...attachments], createdAt });
    },
    regenerate(message) {
      void attempt(async () => api.regenerate(await session.ensure(), message.id));
    },
    rate(message, rating, comment) {
      const feedback = comment === undefined || comment === '' ? { rating } : { rating, comment };
      const change = (next: ChatMessage['feedback']) =>
        thread.change((messages) =>
          messages.map((other) => (other.id === message.id ? { ...other, feedback: next } : other)),
        );
      change(feedback);
      void attempt(async () => {
        try {
          await api.rate(await session.ensure(), message.id, feedback);
        } catch (thrown) {
          change(message.feedback);
          throw thrown;
        }
      });
    },
    async readEarlier() {
      const current = session.current.peek();
      const oldest = thread.messages.peek()[0];
      if (!current || !oldest || isLoading.peek()) return;
      isLoading.value = true;
      await attempt(async () => {
        const earlier = await api.readMessages(current, oldest.id, PAGE);
        hasEarlier.value = earlier.length >= PAGE;
        const shown = earlier.filter(({ replacedBy }) => replacedBy === null).map(readPublicMessage);
        thread.change((messages) => [...shown, ...messages]);
      });
      isLoading.value = false;
    },
    newThread() {
      leaveThread();
      startOver(true);
    },
    openPast(past) {
      leaveThread();
      startOver(false);
      const { title: _, at: __, ...stored } = past;
      history.drop(past.id);
      storage.update({ session: stored });
      void resume();
    },
    async forget() {
      await attempt(async () => {
        const current = session.current.peek() ?? storage.read().session;
        if (current) await api.forget(current);
        logout();
      });
    },
    identify(identity) {
      const before = options.peek().identity;
      const isSame = before?.userId === identity.userId;
      if (before && !isSame) logout();
      options.value = { ...options.peek(), identity };
      const isUsed = session.current.peek() !== null || isOpen.peek();
      if (isSame || !isUsed || consent.peek() !== 'granted') return;
      void attempt(() => session.reopen());
    },
    decideConsent(decision) {
      consent.value = decision;
      if (decision === 'granted') storage.update({ consent: 'granted' });
      if (decision === 'granted' && session.hasStored() && isOpen.peek()) void resume();
    },
    update(next) {
      const { branding, behaviour } = options.peek();
      options.value = {
        ...options.peek(),
        ...next,
        branding: { ...branding, ...next.branding },
        behaviour: { ...behaviour, ...next.behaviour },
      };
    },
    dismissError: () => {
      error.value = null;
    },
    destroy() {
      connection.stop();
      stopListening();
      stopCounting();
      limit.stop();
      outbox.clear();
      uploads.clear();
      thread.stop();
    },
  };
}
