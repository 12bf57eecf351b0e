import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Face } from '../face.ts';
import type { ChatError, ChatMessage, Identity, LiveOptions, PageTool } from '../types.ts';
import type { Beginning } from './beginning.ts';
import type { AnsweringModel } from './answering.ts';
import type { ChatApi } from '../transport/api.ts';
import type { History } from './history.ts';
import type { Wait } from './limit.ts';
import type { Session } from './session.ts';
import type { ChatStorage, PastConversation } from './storage.ts';
import type { Uploads } from './uploads.ts';

/** One visitor's chat with one interface: the user interface reads all its data here, and calls its methods here. */
export interface Chat {
  readonly id: string;
  readonly options: ReadonlySignal<LiveOptions>;
  readonly face: ReadonlySignal<Face>;
  readonly isOpen: ReadonlySignal<boolean>;
  readonly messages: ReadonlySignal<readonly ChatMessage[]>;
  readonly answering: AnsweringModel;
  /** The server has the visitor's last message, and the agent will reply. */
  readonly isAwaited: ReadonlySignal<boolean>;
  /** Asks for a person (`handover`), leaves an address (`email`), rates (`rating`). False if it failed; `error` has the reason. */
  act(verb: 'handover' | 'email' | 'rating', body?: unknown): Promise<boolean>;
  /** Shows the team that the visitor is typing. */
  showTyping(): void;
  tool(name: string, run: PageTool | null): void;
  readonly isReplying: ReadonlySignal<boolean>;
  /** An earlier conversation is being read. */
  readonly isLoading: ReadonlySignal<boolean>;
  readonly hasEarlier: ReadonlySignal<boolean>;
  readonly connection: ReadonlySignal<'online' | 'reconnecting' | 'offline'>;
  /** Seconds until the next message may be sent. */
  readonly limitSeconds: ReadonlySignal<number>;
  /** Why and until when the next message has to wait. */
  readonly limitWait: ReadonlySignal<Wait | null>;
  readonly unread: Signal<number>;
  /** Events matter also while the panel is closed, because the visitor's conversation continues. */
  readonly isFollowed: Signal<boolean>;
  readonly consent: ReadonlySignal<'granted' | 'needed' | 'denied'>;
  readonly error: ReadonlySignal<ChatError | null>;
  readonly draft: Signal<string>;
  readonly uploads: Uploads;
  readonly history: History;
  /** For parts that are loaded when they are needed. */
  readonly api: ChatApi;
  readonly session: Session;
  readonly storage: ChatStorage;
  readonly beginning: Beginning;
  /** Opens and closes the panel or, if the page decides (`onOpenChange`), asks the page to do so. */
  open(): void;
  close(): void;
  setOpen(isOpen: boolean): void;
  send(text: string): void;
  stop(): void;
  retry(message: ChatMessage): void;
  regenerate(message: ChatMessage): void;
  rate(message: ChatMessage, rating: 'up' | 'down', comment?: string): void;
  /** `prepare` is called before they are added. */
  readEarlier(prepare?: () => void): Promise<void>;
  newThread(): void;
  openPast(past: PastConversation): void;
  /** Deletes the visitor on the server and everything stored here. */
  forget(): Promise<void>;
  identify(identity: Identity): void;
  logout(): void;
  decideConsent(decision: 'granted' | 'denied'): void;
  update(options: LiveOptions): void;
  dismissError(): void;
  destroy(): void;
}
