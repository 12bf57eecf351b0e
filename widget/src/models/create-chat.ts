import { batch, computed, effect, signal } from '@preact/signals';
import { createApi } from '../transport/api.ts';
import { RequestError } from '../transport/errors.ts';
import type { ChatEvents, ChatMessage, ChatOptions, Face, HeadlessOptions, LiveOptions } from '../types.ts';
import { createBeginning } from './beginning.ts';
import type { Chat } from './chat.ts';
import { createConnection } from './connection.ts';
import { createConversations } from './conversations.ts';
import { createId } from './create-id.ts';
import { describeVisit, readPage } from './describe-visit.ts';
import type { Emitter } from './emitter.ts';
import { createFaults } from './faults.ts';
import { createFeed } from './feed.ts';
import { createHistory } from './history.ts';
import { createLimit } from './limit.ts';
import { createOutbox } from './outbox.ts';
import { isOptimistic } from './reduce-thread.ts';
import { mergeFace } from './merge-face.ts';
import { mergeOptions } from './merge-options.ts';
import { createReplies } from './replies.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';
import type { OutboxItem } from './storage.ts';
import { createThread } from './thread.ts';
import { toOptimistic } from './to-optimistic.ts';
import { createUploads } from './uploads.ts';
import { createConsent, createVisitor } from './visitor.ts';

type GivenOptions = HeadlessOptions & Pick<ChatOptions, 'id' | 'onOpenChange'>;

/** Makes the store of a chat whose interface has been read. It asks the server for nothing before it is opened or used. */
export function createChat(given: GivenOptions, read: Face, events: Emitter<ChatEvents>): Chat {
  const id = given.id ?? given.chat;
  // What is tried on a draft must not meet a real conversation in the same browser.
  const persistence = given.preview ? 'memory' : (given.persistence ?? read.behaviour.persistence);
  const options = signal<LiveOptions>(mergeOptions(given, { behaviour: { persistence } }));
  const face = computed<Face>(() => mergeFace(read, options.value));
  const api = createApi(given, () => connection.hurry());
  const storage = createStorage(persistence, given.chat);
  const thread = createThread();
  const limit = createLimit();
  const history = createHistory(storage);
  const isOpen = signal(false);
  const isLoading = signal(false);
  const unread = signal(0);
  const draft = signal('');
  const needsConsent = given.consent === 'required' || (read.consent.required && given.consent !== 'granted');
  const consent = createConsent(storage, needsConsent);

  const isReplying = computed(() => thread.messages.value.some(({ status }) => status === 'streaming'));
  const isBusy = computed(() =>
    thread.messages.value.some(({ status }) => status === 'streaming' || status === 'sending' || status === 'queued'),
  );
  /** A message the server took whose reply hasn't begun. */
  const isAwaited = computed(() => thread.messages.value.at(-1)?.role === 'user');

  const feed = createFeed(storage, thread, (message) => {
    if (!isOpen.peek()) unread.value += 1;
    events.emit('message-received', { id, message });
  });
  const { sessionTimeoutMinutes, idleTimeoutMinutes } = read.behaviour;
  const beginning = createBeginning(api, storage, read, options);
  const session = createSession({
    beginning,
    api,
    storage,
    timeoutMinutes: Math.min(sessionTimeoutMinutes, idleTimeoutMinutes ?? Infinity),
    describeVisit: () => describeVisit(options.peek(), consent.isGiven()),
    onOpened: feed.take,
    onChange: (sessionId) => events.emit('session', { id, sessionId }),
  });
  const faults = createFaults(session, (error) => events.emit('error', { id, error }));
  const outbox = createOutbox({
    api,
    session,
    storage,
    limit,
    onStatus: changeSent,
    readPage: () => readPage(options.peek().page),
  });
  const replies = createReplies({ api, session, thread, attempt: faults.attempt });
  const uploads = createUploads(
    api,
    session,
    computed(() => face.value.uploads),
  );
  const connection = createConnection({
    api,
    host: given.host,
    transport: given.transport ?? 'auto',
    session,
    findLastEventId: feed.findLastEventId,
    onEvent: feed.receive,
    onOnline: () => void outbox.flush(),
    isWanted: computed(() => isOpen.value || isBusy.value || isAwaited.value),
  });
  const { followOtherTab, ...conversations } = createConversations({
    session,
    storage,
    history,
    thread,
    isOpen,
    startOver,
    resume: () => void resume(),
  });
  const visitor = createVisitor({
    api,
    session,
    storage,
    history,
    faults,
    options,
    consent,
    isOpen,
    leave,
    resume: () => void resume(),
  });
  const stopListening = storage.onChange((record) => {
    if (record.consent === 'granted') consent.follow();
    followOtherTab(record);
  });
  let visit: Promise<() => void> | undefined;
  const stopWaiting = effect(() => {
    if (session.current.value)
      visit ??= import('./follow-visit.ts').then(({ followVisit }) => followVisit({ api, session, options }));
  });
  let lastUnread = 0;
  const stopCounting = effect(() => {
    const count = unread.value;
    if (count !== lastUnread) events.emit('unread', { id, count });
    lastUnread = count;
  });

  history.refresh();
  restoreOutbox();

  function changeSent(clientMessageId: string, change: Pick<ChatMessage, 'status' | 'error'>): void {
    thread.change((messages) =>
      messages.map((message) =>
        isOptimistic(message) && message.id === clientMessageId ? { ...message, ...change } : message,
      ),
    );
    if (change.error && change.error.code !== 'offline') faults.report(change.error);
  }

  async function resume(): Promise<void> {
    isLoading.value = true;
    try {
      await session.ensure();
    } catch (thrown) {
      if (!(thrown instanceof RequestError) || thrown.status !== 429) faults.fail(thrown);
      else limit.start(thrown, 10, goOn);
    }
    isLoading.value = false;
  }

  function requestOpen(next: boolean): void {
    if (next === isOpen.peek()) return;
    if (given.onOpenChange) given.onOpenChange(next);
    else setOpen(next);
  }

  function setOpen(next: boolean): void {
    if (next === isOpen.peek()) return;
    batch(() => {
      isOpen.value = next;
      if (next) unread.value = 0;
    });
    events.emit(next ? 'open' : 'close', { id });
    const isKnown = session.hasStored() || (options.peek().identity !== undefined && !session.current.peek());
    if (next && isKnown && consent.state.peek() === 'granted') void resume();
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
    if (consent.state.peek() === 'granted') void outbox.flush();
  }

  function startOver(fresh: boolean): void {
    batch(() => {
      outbox.clear();
      uploads.clear();
      limit.stop();
      session.leave(fresh);
      feed.clear();
      faults.dismiss();
      unread.value = 0;
    });
  }

  function leave(): void {
    startOver(false);
    beginning.reset();
    draft.value = '';
  }

  return {
    id,
    options,
    face,
    isOpen,
    messages: thread.messages,
    isReplying,
    isLoading,
    hasEarlier: feed.hasEarlier,
    connection: connection.state,
    limitSeconds: limit.seconds,
    limitWait: limit.wait,
    unread,
    consent: consent.state,
    error: faults.error,
    draft,
    uploads,
    history,
    beginning,
    ...replies,
    ...conversations,
    ...visitor,
    open: () => requestOpen(true),
    close: () => requestOpen(false),
    setOpen,
    send(text) {
      const attachments = uploads.take();
      const content = text.trim() || attachments.map(({ fileName }) => fileName).join(', ');
      if (content === '' || consent.state.peek() !== 'granted') return;
      const item = { clientMessageId: createId(), content, attachments, createdAt: new Date().toISOString() };
      post(item);
      events.emit('message-sent', { id, message: toOptimistic(item) });
    },
    retry(message) {
      const { clientMessageId, content, attachments, createdAt } = message;
      if (message.role === 'assistant') replies.regenerate(message);
      if (message.status !== 'refused' || clientMessageId === null) return;
      thread.change((messages) => messages.filter((other) => other !== message));
      post({ clientMessageId, content, attachments: [...attachments], createdAt });
    },
    async readEarlier() {
      const current = session.current.peek();
      const oldest = thread.messages.peek()[0];
      if (!current || !oldest || isLoading.peek()) return;
      isLoading.value = true;
      await faults.attempt(async () => {
        feed.addEarlier(await api.readMessages(current, oldest.id));
      });
      isLoading.value = false;
    },
    update(next) {
      options.value = mergeOptions(options.peek(), next);
    },
    dismissError: faults.dismiss,
    destroy() {
      stopWaiting();
      // Its code may still be on the way.
      void visit?.then((stop) => stop());
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
