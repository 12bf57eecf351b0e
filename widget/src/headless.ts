import { requireAddress } from '@portico/shared-types/rules/require-address';
import { computed } from '@preact/signals';
import { createChat } from './models/create-chat.ts';
import { callEach, createEmitter } from './models/emitter.ts';
import { readState } from './mount/read-state.ts';
import { requirePage } from './mount/require-page.ts';
import { createApi } from './transport/api.ts';
import type { Face } from './face.ts';
import type {
  ChatEventName,
  ChatEvents,
  ChatMessage,
  ChatState,
  HeadlessOptions,
  Identity,
  LiveOptions,
  Off,
  PageTool,
  Upload,
} from './types.ts';

export type * from './types.ts';

export interface PastThread {
  id: string;
  title: string;
  /** When its last message was written (ISO 8601). */
  at: string;
}

export interface HeadlessState extends ChatState {
  /** An earlier conversation is being read. */
  isLoading: boolean;
  hasEarlier: boolean;
  /** Seconds until the next message may be sent; 0 if there is no limit. */
  limitSeconds: number;
  uploads: readonly Upload[];
  history: readonly PastThread[];
}

/** A chat without a user interface: state to render in your own way, and methods to change it. */
export interface HeadlessChat {
  /** The interface's texts, branding and rules, overridden by the given options. */
  readonly face: Face;
  getState(): HeadlessState;
  subscribe(listener: () => void): Off;
  on<Name extends ChatEventName>(event: Name, listener: (detail: ChatEvents[Name]) => void): Off;
  /** The visitor views the conversation: an earlier one is loaded, replies stream live, nothing counts as unread. */
  open(): void;
  close(): void;
  /** Sends the text with the files attached so far. */
  send(text: string): void;
  attach(files: Iterable<File>): void;
  removeUpload(id: string): void;
  /** Sends a file again whose upload failed. */
  retryUpload(id: string): void;
  stop(): void;
  retry(message: ChatMessage): void;
  regenerate(message: ChatMessage): void;
  rate(message: ChatMessage, rating: 'up' | 'down', comment?: string): void;
  readEarlier(): Promise<void>;
  newThread(): void;
  /** Lets the agent's tool of this name (`type: client`) run here; null removes it. */
  tool(name: string, run: PageTool | null): void;
  openPast(id: string): void;
  forget(): Promise<void>;
  identify(identity: Identity): void;
  logout(): void;
  consent(decision: 'granted' | 'denied'): void;
  update(options: LiveOptions): void;
  destroy(): void;
}

/**
 * Loads the interface and creates its chat. Rejects if the slug doesn't exist, is paused, or forbids this origin, if
 * `host` is not an address, and outside of a browser.
 */
export async function createHeadlessChat(options: HeadlessOptions): Promise<HeadlessChat> {
  requirePage('createHeadlessChat');
  requireAddress('host', options.host);
  const events = createEmitter<ChatEvents>();
  const chat = createChat(options, await createApi(options).readFace(), events);
  const listeners = new Set<() => void>();
  const state = computed<HeadlessState>(() => ({
    ...readState(chat),
    isLoading: chat.isLoading.value,
    hasEarlier: chat.hasEarlier.value,
    limitSeconds: chat.limitSeconds.value,
    uploads: chat.uploads.list.value,
    history: chat.history.list.value.map(({ id, title, at }) => ({ id, title, at })),
  }));
  const stopTelling = state.subscribe(() => callEach(listeners));

  return {
    get face() {
      return chat.face.peek();
    },
    getState: () => state.peek(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    on: (event, listener) => events.on(event, listener),
    open: () => chat.open(),
    close: () => chat.close(),
    send: (text) => chat.send(text),
    attach: (files) => chat.uploads.add(files),
    removeUpload: (id) => chat.uploads.remove(id),
    retryUpload: (id) => chat.uploads.retry(id),
    stop: () => chat.stop(),
    retry: (message) => chat.retry(message),
    regenerate: (message) => chat.regenerate(message),
    rate: (message, rating, comment) => chat.rate(message, rating, comment),
    readEarlier: () => chat.readEarlier(),
    newThread: () => chat.newThread(),
    tool: (name, run) => chat.tool(name, run),
    openPast(id) {
      const past = chat.history.list.peek().find((entry) => entry.id === id);
      if (past) chat.openPast(past);
    },
    forget: () => chat.forget(),
    identify: (identity) => chat.identify(identity),
    logout: () => chat.logout(),
    consent: (decision) => chat.decideConsent(decision),
    update: (next) => chat.update(next),
    destroy() {
      stopTelling();
      chat.destroy();
      listeners.clear();
      events.clear();
    },
  };
}
