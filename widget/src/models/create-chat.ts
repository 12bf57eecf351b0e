import { batch, computed, effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { createApi } from '../transport/api.ts';
import { RequestError } from '../transport/errors.ts';
import type { Face } from '../face.ts';
import { startLater } from '../start-later.ts';
import type { ChatEvents, ChatOptions, HeadlessOptions, LiveOptions } from '../types.ts';
import { createActs } from './acts.ts';
import { createAnswering } from './answering.ts';
import { createBeginning } from './beginning.ts';
import type { Chat } from './chat.ts';
import { createComposing } from './composing.ts';
import { createConnection } from './connection.ts';
import { createConsent } from './consent.ts';
import { createConversations } from './conversations.ts';
import { describeVisit } from './describe-visit.ts';
import { createDraft } from './draft.ts';
import type { Emitter } from './emitter.ts';
import { createFaults } from './faults.ts';
import { createFeed } from './feed.ts';
import type { VisitOptions } from './follow-visit.ts';
import { createHistory } from './history.ts';
import { createLimit } from './limit.ts';
import { mergeFace } from './merge-face.ts';
import { mergeOptions } from './merge-options.ts';
import { createOpening } from './opening.ts';
import { createReplies } from './replies.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';
import { createThread } from './thread.ts';
import { createToolBox } from './tool-box.ts';
import { createUploads } from './uploads.ts';
import { createVisitor } from './visitor.ts';

type GivenOptions = HeadlessOptions & Pick<ChatOptions, 'id' | 'onOpenChange'>;

/** Creates the store of a chat whose interface has been loaded. It sends no request before it is opened or used. */
export function createChat(given: GivenOptions, read: Face, events: Emitter<ChatEvents>): Chat {
  const id = given.id ?? given.chat;
  // A draft must not use a real conversation in the same browser.
  const persistence = given.preview ? 'memory' : (given.persistence ?? read.behaviour.persistence);
  const options = signal<LiveOptions>(mergeOptions(given, { behaviour: { persistence } }));
  const face = computed<Face>(() => mergeFace(read, options.value));
  const api = createApi(
    given,
    () => connection.hurry(),
    (refused) => session.expire(refused),
  );
  const storage = createStorage(persistence, given.chat);
  const thread = createThread();
  const { messages } = thread;
  const limit = createLimit();
  const history = createHistory(storage);
  const answering = createAnswering(messages);
  const isOpen = signal(false);
  const isLoading = signal(false);
  const isFollowed = signal(false);
  const unread = signal(0);
  const consent = createConsent(storage, given.consent, read.consent.required);
  const [draft, stopDraft] = createDraft(storage, consent);
  const isAwaited = computed(() => !answering.isSilent.value && messages.value.at(-1)?.role === 'user');

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
    describeVisit: () => describeVisit(options.peek(), face.peek().locale, consent.isGiven()),
    onOpened(opened, isResumed) {
      if (opened.conversation) answering.state.value = opened.conversation;
      feed.take(opened, isResumed);
      outbox.settle(opened.messages);
    },
    onLinkRefused: () =>
      disposers.push(
        startLater(async () => {
          const { explain } = await import('./refused-link.ts');
          return () => explain(face, messages, isLoading, beginning, faults.fail);
        }),
      ),
    onChange: (sessionId) => events.emit('session', { id, sessionId }),
  });
  const faults = createFaults((error) => events.emit('error', { id, error }));
  const replies = createReplies({ api, session, thread, attempt: faults.attempt });
  const uploads = createUploads(
    api,
    session,
    faults,
    computed(() => face.value.uploads),
  );
  const { outbox, ...composing } = createComposing({
    api,
    session,
    storage,
    limit,
    thread,
    faults,
    uploads,
    options,
    consent,
    replies,
    onSent: (message) => events.emit('message-sent', { id, message }),
  });
  const toolBox = createToolBox({ api, session, thread, isOwn: composing.isOwn });
  const connection = createConnection({
    api,
    host: given.host,
    transport: given.transport ?? 'auto',
    session,
    findLastEventId: feed.findLastEventId,
    onEvent(event, eventId) {
      answering.receive(event);
      toolBox.receive(event, eventId);
      feed.receive(event, eventId);
    },
    onOnline: () => void outbox.flush(),
    isPersons: answering.isPersons,
    isWanted: computed(
      () =>
        isOpen.value ||
        isFollowed.value ||
        answering.isPersons.value ||
        isAwaited.value ||
        messages.value.some(isUnderWay),
    ),
  });
  const opening = createOpening({ given, isOpen, isLoading, unread, session, options, consent, onChange });
  const { followOtherTab, ...conversations } = createConversations({
    session,
    storage,
    history,
    thread,
    isOpen,
    startOver,
    resume: () => void opening.resume(),
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
    resume: () => void opening.resume(),
  });
  const disposers = [
    storage.onChange((record) => {
      if (record.consent === 'granted') consent.follow();
      followOtherTab(record);
    }),
    followVisitLater({ api, session, options, storage, isOpen, messages, unread, history }),
    countUnread(unread, (count) => events.emit('unread', { id, count })),
    stopDraft,
  ];

  history.refresh();
  composing.restore();

  function onChange(change: 'open' | 'close' | { failed: unknown }): void {
    if (typeof change === 'string') events.emit(change, { id });
    else if (!(change.failed instanceof RequestError) || change.failed.status !== 429) faults.fail(change.failed);
    else limit.start(change.failed, 10, continueAfterLimit);
  }

  function continueAfterLimit(): void {
    if (session.hasStored() && isOpen.peek()) void opening.resume();
    void outbox.flush();
  }

  function startOver(fresh: boolean): void {
    batch(() => {
      outbox.clear();
      uploads.clear();
      limit.stop();
      session.leave(fresh);
      feed.clear();
      faults.dismiss();
      answering.state.value = { status: 'bot', assignee: null };
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
    messages,
    answering,
    isAwaited,
    isReplying: computed(() => messages.value.some(({ status }) => status === 'streaming')),
    isLoading,
    hasEarlier: feed.hasEarlier,
    connection: connection.state,
    limitSeconds: limit.seconds,
    limitWait: limit.wait,
    unread,
    isFollowed,
    consent: consent.state,
    error: faults.error,
    draft,
    uploads,
    history,
    api,
    session,
    storage,
    beginning,
    ...replies,
    ...conversations,
    ...visitor,
    ...createActs({ api, session, faults, feed, messages, isLoading }),
    open: () => opening.request(true),
    close: () => opening.request(false),
    setOpen: opening.setOpen,
    send: composing.send,
    retry: composing.retry,
    tool: toolBox.register,
    update({ identity, ...next }) {
      // First, because the other options are those of this visitor.
      if (identity) visitor.identify(identity);
      options.value = mergeOptions(options.peek(), next);
    },
    dismissError: faults.dismiss,
    destroy() {
      for (const dispose of disposers) dispose();
      connection.stop();
      limit.stop();
      outbox.clear();
      uploads.clear();
      thread.stop();
    },
  };
}

const isUnderWay = ({ status }: { status: string }): boolean => ['streaming', 'sending', 'queued'].includes(status);

/** Follows the visitor once there is a session; the code for it is loaded then. */
function followVisitLater(given: VisitOptions): () => void {
  let stop: (() => void) | undefined;
  const stopWaiting = effect(() => {
    if (!given.session.current.value) return;
    stop ??= startLater(async () => {
      const { followVisit } = await import('./follow-visit.ts');
      return () => followVisit(given);
    });
  });
  return () => {
    stopWaiting();
    stop?.();
  };
}

function countUnread(unread: ReadonlySignal<number>, report: (count: number) => void): () => void {
  let last = 0;
  return effect(() => {
    const count = unread.value;
    if (count !== last) report(count);
    last = count;
  });
}
