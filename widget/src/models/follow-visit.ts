import { computed, effect, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import { waitForReturn } from '@portico/browser-kit/events/back-off';
import { cutText } from '@portico/browser-kit/cut-text';
import type { ChatApi } from '../transport/api.ts';
import { pauseAfter, RequestError } from '../transport/errors.ts';
import type { ChatMessage, LiveOptions } from '../types.ts';
import { readPage } from './describe-visit.ts';
import type { History } from './history.ts';
import type { Session } from './session.ts';
import type { ChatStorage } from './storage.ts';

export interface VisitOptions {
  api: ChatApi;
  session: Session;
  options: Signal<LiveOptions>;
  storage: ChatStorage;
  isOpen: ReadonlySignal<boolean>;
  messages: ReadonlySignal<readonly ChatMessage[]>;
  unread: Signal<number>;
  history: Pick<History, 'list'>;
}

/** A single-page app changes the title of a page after its address. */
const SETTLE_MS = 300;
/** Without the Navigation API the address is checked at this interval. */
const POLL_MS = 1_000;
/** A visitor who only writes sees nothing new, but is there. */
const REFRESH_MS = 60_000;

/** The finished replies and persons' messages after the moment `upTo`, an ISO time of the server, or '' for all. */
export function countSince(messages: readonly ChatMessage[], upTo: string): number {
  return messages.filter((message) => isEnded(message) && !(Date.parse(message.createdAt) <= Date.parse(upTo))).length;
}

/** A finished reply or a person's message. Not the visitor's own: a reply to it may have the same time. */
const isEnded = ({ role, status }: ChatMessage): boolean => role === 'assistant' && status !== 'streaming';

/** What has been seen in another tab, or in another chat of the page, is not unread in this one. Returns a function that stops it. */
function followSeen({ storage, messages, unread, history }: VisitOptions): () => void {
  return effect(() => {
    // A new list with each change of the record by another tab, or by another chat of this page.
    void history.list.value;
    const { seen } = storage.read();
    // Also after each message: the other tab may have shown it before this one received it.
    if (seen) unread.value = Math.min(unread.value, countSince(messages.peek(), seen.upTo));
  });
}

/** Keeps how far the visitor has seen the conversation, for the site's next page. Returns a function that stops it. */
function keepSeen({ session, storage, messages }: VisitOptions, isSeen: ReadonlySignal<boolean>): () => void {
  return effect(() => {
    if (!session.current.value || !isSeen.value) return;
    const upTo = messages.value.findLast(isEnded)?.createdAt ?? '';
    const { seen } = storage.read();
    const at = Date.now();
    if (upTo !== seen?.upTo || at - seen.at > REFRESH_MS) storage.update({ seen: { at, upTo } });
  });
}

/**
 * Keeps what the visitor has seen, and reports it to the server, together with the page that the visitor is on and the
 * page's data, now and on every change: by a person's message, a navigation of a single-page app, or `update()`. Failed
 * reports are sent again; those that the server refuses, with the next change.
 */
export function followVisit(visit: VisitOptions): () => void {
  const { api, session, options, isOpen, messages } = visit;
  const isVisible = signal(!document.hidden);
  const look = (): void => void (isVisible.value = !document.hidden);
  // Nobody sees the open panel of a tab in the background.
  const isSeen = computed(() => isOpen.value && isVisible.value);
  // Of a person: other messages are not mailed to a visitor who leaves.
  const newestSeen = computed(
    () => isSeen.value && messages.value.findLast(({ author }) => author?.type === 'member')?.id,
  );
  let seenMessageId: string | null = null;
  let sent = '';
  let isSettling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isGone = false;
  let stopWaiting = (): void => {};

  async function report(): Promise<void> {
    const current = session.current.peek();
    if (!current || isSettling) return;
    const { metadata, page, locale } = options.peek();
    seenMessageId = newestSeen.peek() || seenMessageId;
    const body = {
      seenMessageId,
      page: readPage(page),
      ...(metadata && { metadata }),
      ...(locale && { locale: cutText(locale, 35) }),
    };
    const text = JSON.stringify([current.id, body]);
    if (text === sent) return;
    sent = text;
    stopWaiting();
    try {
      await api.changeVisit(current, body);
      failures = 0;
    } catch (error) {
      if (isGone || sent !== text) return;
      sent = '';
      // From 429 on it may be over soon.
      if (!(error instanceof RequestError && error.status && error.status < 429))
        stopWaiting = waitForReturn(pauseAfter(error, (failures += 1)), () => void report());
    }
  }

  /** A page set by hand is kept until the next navigation. */
  function hearNavigation(): void {
    const { page: _, ...rest } = options.peek();
    isSettling = true;
    options.value = rest;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSettling = false;
      void report();
    }, SETTLE_MS);
  }

  const stopReporting = effect(() => {
    // Read here, so that each change is reported.
    void newestSeen.value;
    if (session.current.value && options.value) void report();
  });
  const stopListening = listenToNavigation(hearNavigation);
  const stopKeeping = keepSeen(visit, isSeen);
  const stopFollowing = followSeen(visit);
  document.addEventListener('visibilitychange', look);
  return () => {
    isGone = true;
    stopWaiting();
    clearTimeout(timer);
    stopReporting();
    stopListening();
    stopKeeping();
    stopFollowing();
    document.removeEventListener('visibilitychange', look);
  };
}

/** Calls back after each change of the page's address. */
function listenToNavigation(onChange: () => void): () => void {
  let address = location.href;
  const look = (): void => {
    if (location.href === address) return;
    address = location.href;
    onChange();
  };
  const { navigation } = window as { navigation?: EventTarget };
  const polling = navigation ? undefined : setInterval(look, POLL_MS);
  navigation?.addEventListener('currententrychange', look);
  return () => {
    clearInterval(polling);
    navigation?.removeEventListener('currententrychange', look);
  };
}
