import { waitForReturn } from '@portico/browser-kit/events/back-off';
import { effect, signal, untracked } from '@preact/signals';
import { findTarget } from './find-target.ts';
import { measurePlace } from './measure-place.ts';
import { createPlacedHost } from './placed-host.ts';
import { createHost } from '../launcher/host.ts';
import type { WidgetHost } from '../launcher/host.ts';
import type { Launcher } from '../launcher/launcher.ts';
import type { createOwnLauncher as CreateOwnLauncher, OwnLauncher } from '../launcher/own-launcher.ts';
import { followLanguage } from '../locales/follow-language.ts';
import type { Chat } from '../models/chat.ts';
import { createChat } from '../models/create-chat.ts';
import { callEach, createEmitter } from '../models/emitter.ts';
import { storageKey } from '../models/storage-key.ts';
import { startLater } from '../start-later.ts';
import { createPageReport } from './page-report.ts';
import { renderPanel } from './panel-host.tsx';
import type { Adopted, Report } from './panel-module.ts';
import { readState, emptyState } from './read-state.ts';
import { closeOthers, registerBubble, registerInstance } from './registry.ts';
import { createApi } from '../transport/api.ts';
import { pauseAfter, RequestError, toChatError } from '../transport/errors.ts';
import type { Face } from '../face.ts';
import type { ChatEvents, ChatHandle, ChatOptions, ChatState } from '../types.ts';
import { MAX_CHARACTERS } from '../ui/max-characters.ts';

/**
 * Puts a chat on the page: a launcher with its panel, a dialog if `mode` is ask, or the panel itself if it is inline. Returns immediately; the
 * interface is loaded in the meantime and calls wait for it. A slug that doesn't exist or is paused shows nothing and
 * emits `error`.
 */
export function mountChat(options: ChatOptions, adopted?: Adopted, report?: Report): ChatHandle {
  const id = options.id ?? options.chat;
  const mode = options.mode ?? 'bubble';
  const isDialog = mode === 'bubble' || mode === 'ask';
  const events = createEmitter<ChatEvents>(createPageReport(report));
  const listeners = new Set<() => void>();
  const disposers: (() => void)[] = [];
  const waiting: ((chat: Chat) => void)[] = [];
  let chat: Chat | null = null;
  let launcher: Launcher | null = adopted?.launcher ?? null;
  let ownLauncher: OwnLauncher | null = null;
  const height = signal('600px');
  const isPlaced = signal(false);
  let state = emptyState();
  let stopWaiting = (): void => {};
  let isGone = false;

  /** Runs now, or once the interface is known. */
  function run(action: (chat: Chat) => void): void {
    if (!chat) return void waiting.push(action);
    if (isGone) return;
    // An error in a call of the page stops no other.
    try {
      action(chat);
    } catch (error) {
      reportError(error);
    }
  }

  const follow = (change: () => void) => disposers.push(effect(change));
  const setState = (next: ChatState) => {
    state = next;
    callEach(listeners);
  };
  const fail = (thrown: unknown) => {
    const error = toChatError(thrown);
    setState({ ...state, error });
    events.emit('error', { id, error });
  };

  /** There is one attempt: an error here is not of the network, but of the page, such as an invalid selector. */
  function start(face: Face, createOwnLauncher?: typeof CreateOwnLauncher): void {
    try {
      const own = createChat({ ...options, id }, face, events);
      chat = own;
      disposers.push(() => own.destroy());
      const onPlaced = (isThere: boolean) => (isPlaced.value = isThere);
      const host = adopted?.host ?? (isDialog ? createHost() : createPlacedHost(findPlace, onPlaced));
      disposers.push(() => host.remove());
      if (createOwnLauncher) {
        launcher = ownLauncher = createOwnLauncher(host, face, options, () => toggle(own));
        disposers.push(ownLauncher.stop);
      }
      attach(own, host, adopted?.isRestored !== true);
      if (!adopted) events.emit('ready', { id });
      if (!isDialog) follow(() => setPlaced(own, isPlaced.value));
      else if (options.open === true) own.setOpen(true);
      for (const action of waiting.splice(0)) run(action);
      if (mode === 'bubble' && own.session.hasStored()) disposers.push(followLater(own, options));
    } catch (error) {
      reportError(error);
      fail(error);
    }
  }

  function attach(own: Chat, host: WidgetHost, takesFocus: boolean): void {
    const slots = options.slots ?? {};
    const { code: language, texts, stop } = followLanguage(own.face);
    let removePanel: (() => void) | null = null;
    disposers.push(stop, () => removePanel?.());
    follow(() => {
      if (isDialog && !own.isOpen.value) return;
      const opener = launcher?.button ?? (document.activeElement as HTMLElement | null);
      removePanel ??= untracked(() =>
        renderPanel({ host, chat: own, language, texts, mode, isDialog, slots, opener, takesFocus, height }),
      );
    });
    follow(() => {
      launcher?.update(own.face.value, language.value);
      run(() => {
        if (slots.launcher) ownLauncher?.draw(slots.launcher({ open: own.isOpen.value, unread: own.unread.value }));
      });
    });
    follow(() => {
      const closeLabel = texts.value.close;
      launcher?.setState({ isOpen: own.isOpen.value, unread: own.unread.value, closeLabel });
    });
    follow(() => {
      const isOpen = own.isOpen.value;
      if (mode !== 'bubble') return;
      rememberOpen(own, isOpen);
      if (isOpen) untracked(() => closeOthers(handle));
    });
    follow(() => setState(readState(own)));
  }

  /** The current place of an inline chat; measured before it is filled. */
  function findPlace(): Element | null {
    const place = findTarget(options.target);
    // A place without its own height would grow and jump with every word. It may still be hidden, or get its style later.
    if (place) height.value = `${measurePlace(place)}px`;
    return place;
  }

  /** Loads the interface and the code of its launcher; tries again while the server is unreachable, as in the loader. */
  async function load(failures = 1): Promise<void> {
    let face;
    let code;
    try {
      face = await createApi(options).readFace();
      if (mode === 'bubble') code = await import('../launcher/own-launcher.ts');
    } catch (error) {
      if (isGone) return;
      // From 429 on it may be over soon; below it, the server knows no such interface.
      if (!(error instanceof RequestError && error.status && error.status < 429))
        stopWaiting = waitForReturn(pauseAfter(error, failures), () => void load(failures + 1));
      // A listener may remove the chat.
      fail(error);
      return;
    }
    if (!isGone) start(face, code?.createOwnLauncher);
  }

  const handle: ChatHandle = {
    id,
    ...createCalls(run, (isVisible) => {
      if (launcher) launcher.box.hidden = !isVisible;
    }),
    on: events.on,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unmount() {
      if (isGone) return;
      isGone = true;
      stopWaiting();
      unregister();
      for (const dispose of disposers.splice(0).toReversed()) dispose();
      listeners.clear();
      events.clear();
    },
  };
  const unregister = registerInstance(handle);
  if (mode === 'bubble') disposers.push(registerBubble(handle));
  // The loader listens by itself.
  if (mode === 'ask' && !report) disposers.push(listenLater(options, handle));
  if (adopted) start(adopted.face);
  else void load();
  return handle;
}

const toggle = (own: Chat): void => (own.isOpen.peek() ? own.close() : own.open());

/** The methods of a handle that the chat runs, now or once it exists. */
function createCalls(
  run: (action: (chat: Chat) => void) => void,
  setVisible: (isVisible: boolean) => void,
): Omit<ChatHandle, 'id' | 'on' | 'getState' | 'subscribe' | 'unmount'> {
  return {
    open: () => run((own) => own.open()),
    close: () => run((own) => own.close()),
    toggle: () => run(toggle),
    show: () => run(() => setVisible(true)),
    hide: () => run(() => setVisible(false)),
    send: (text) =>
      run((own) => {
        const content = toText(text);
        // As a draft it leads to the offer to attach it.
        if (content.length > MAX_CHARACTERS) own.draft.value += content;
        else own.send(content);
      }),
    prefill: (text) => run((own) => (own.draft.value = toText(text))),
    identify: (identity) => run((own) => own.identify(identity)),
    logout: () => run((own) => own.logout()),
    consent: (decision) => run((own) => own.decideConsent(decision)),
    newThread: () => run((own) => own.newThread()),
    update: (change) =>
      run((own) => {
        const { open, ...next } = change;
        own.update(next);
        if (open !== undefined) own.setOpen(open);
      }),
    tool: (name, tool) => run((own) => own.tool(name, tool)),
  };
}

/** The script tag's calls are not checked: a page may pass anything. */
const toText = (text: unknown): string => (typeof text === 'string' ? text : '');

/** On a page without a place for it, an inline chat is closed. */
function setPlaced(own: Chat, isThere: boolean): void {
  untracked(() => own.setOpen(isThere));
}

/** Opens the dialog by the key and the page's search box; as in the loader. Returns a function that stops it. */
function listenLater(options: ChatOptions, handle: ChatHandle): () => void {
  return startLater(async () => {
    const { listenForAsk } = await import('../launcher/extras.ts');
    return () => listenForAsk(options, (verb, [text = '']) => handle[verb](text));
  });
}

/** Connects a visitor whose conversation continues while the panel is closed. Returns a function that stops it. */
function followLater(own: Chat, { host }: ChatOptions): () => void {
  return startLater(async () => {
    const { followClosed } = await import('../models/follow-closed.ts');
    return () => followClosed(own, host);
  });
}

/** Name of the entry that brings an open panel back on the site's next page. */
function rememberOpen(chat: Chat, isOpen: boolean): void {
  const { slug, behaviour } = chat.face.peek();
  if (behaviour.persistence === 'memory') return;
  const key = `${storageKey(slug)}:open`;
  try {
    if (isOpen) sessionStorage.setItem(key, '1');
    else sessionStorage.removeItem(key);
  } catch {
    // Blocked storage: the panel stays closed on the next page.
  }
}
