import type { Behaviour, Branding } from './face.ts';

export type { Behaviour, Branding };

/**
 * A visitor verified by the embedding site, `exp` in Unix seconds. `signature` is hex HMAC-SHA256 of `userId.exp`; in
 * version 2 of the JSON array `["v2",userId,exp,email|null,name|null]`, which verifies the address and the name too.
 */
export interface Identity {
  userId: string;
  name?: string | undefined;
  email?: string | undefined;
  exp: number;
  signature: string;
  signatureVersion?: 1 | 2 | undefined;
}

/** The page of the site that the visitor is on. */
export interface Page {
  url: string;
  title?: string | undefined;
}

export type Persistence = 'memory' | 'session' | 'local';
export type Theme = 'light' | 'dark' | 'auto';
export type Position = 'right' | 'left';
/**
 * The transport of events: `sse` is an event stream; `socket.io` polls and upgrades to a WebSocket if possible; `auto`
 * starts with the stream and switches if a network buffers streams.
 */
export type Transport = 'auto' | 'sse' | 'socket.io';
/**
 * `ask` is a dialog for searching and asking that ⌘K (Ctrl K) opens; `page` is the full-page chat of `/chat/{slug}`.
 */
export type Mode = 'bubble' | 'inline' | 'ask' | 'page';

export interface Citation {
  chunkId: string;
  documentId: string;
  documentName: string;
  score: number;
  quote: string;
  /** The document's title, if it has one. */
  title?: string | null;
  /** The address of the document. */
  url?: string | null;
  /** The nearest heading above the quote. */
  heading?: string | null;
}

export interface Attachment {
  fileId: string;
  fileName: string;
  mimeType: string;
  /** Bytes. */
  fileSize: number;
  /** Where the file can be opened for 24 hours; missing for the visitor's own files. */
  downloadUrl?: string | undefined;
}

/** A tool the agent used; `ok` is null while it runs. */
export interface ToolActivity {
  id: string;
  name: string;
  ok: boolean | null;
}

export interface ChatError {
  code: string;
  /** English, for logs; texts for visitors are derived from the code and the reason. That of `link_refused` is one. */
  message: string;
  /** The exact cause, for programs: `file_type`, `too_long`, `daily_limit` and the like. */
  reason?: string;
  /** The exhausted limit: `minute`, `15_minutes`, `hour`, `day`, `concurrent`. */
  window?: string;
  /** Seconds to wait, if the server sent them. */
  retryAfter?: number;
}

/** A file of the message being written. */
export interface Upload {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  type: string;
  /** 0 to 1. */
  progress: number;
  status: 'uploading' | 'done' | 'failed';
  error: ChatError | null;
  attachment: Attachment | null;
  /** An object URL of an image, for its thumbnail. */
  preview: string | null;
}

/** `queued` waits for a connection or a limit, `sending` is in progress, `refused` was rejected by the server. */
export type MessageState = 'queued' | 'sending' | 'refused' | 'streaming' | 'complete' | 'cancelled' | 'failed';

export interface ChatMessage {
  /** The server's id, or the client's own until it is known. */
  id: string;
  role: 'user' | 'assistant';
  content: string;
  status: MessageState;
  error: ChatError | null;
  citations: readonly Citation[];
  attachments: readonly Attachment[];
  tools: readonly ToolActivity[];
  feedback: { rating: 'up' | 'down'; comment?: string } | null;
  clientMessageId: string | null;
  createdAt: string;
  /** Suggested questions; missing from older servers. */
  followUps?: readonly string[] | undefined;
  /** Missing from older servers. */
  author?: Author | undefined;
}

/** The author of a message: for a person of the team (`member`) the first name and the picture. */
export interface Author {
  type: 'visitor' | 'agent' | 'member' | 'system';
  name: string | null;
  avatarUrl: string | null;
}

/** Who answers the visitor now. `assignee` is a person of the team. */
export interface Answering {
  status: 'bot' | 'waiting' | 'human' | 'closed';
  assignee: { name: string; avatarUrl: string | null } | null;
  /** Whether a person could answer now; known once it has changed. */
  available?: boolean;
  /** It is closed, and the visitor has rated it since then. Missing from older servers. */
  rated?: boolean | undefined;
  /** The visitor's e-mail address is known. Missing from older servers. */
  reachable?: boolean | undefined;
}

/** Some settings of an interface; those that are undefined keep their value. */
type Given<Settings> = { [Name in keyof Settings]?: Settings[Name] | undefined };

/** Options that `update()` may change; the others are fixed at the mount. */
export interface LiveOptions {
  locale?: string | undefined;
  theme?: Theme | undefined;
  position?: Position | undefined;
  zIndex?: number | undefined;
  /** Overrides of the interface's branding. */
  branding?: Given<Branding> | undefined;
  /** Overrides of the interface's texts and behaviour. */
  behaviour?: Given<Behaviour> | undefined;
  /** Shows emoji beside the composer on devices with a keyboard and a mouse; true by default. */
  emoji?: boolean | undefined;
  /** Offers dictation if the browser supports it; true by default. */
  voice?: boolean | undefined;
  /** In an update the same as `identify()`; only `logout()` ends it. */
  identity?: Identity | undefined;
  /** Sent when a session starts; later values are merged, and null removes a key. */
  metadata?: Record<string, unknown> | undefined;
  /** Replaces the page's own address and title, until the visitor goes to another page. */
  page?: Page | undefined;
}

export interface HeadlessOptions extends LiveOptions {
  /** Slug of the chat interface. */
  chat: string;
  /** Origin of the Portico server, like `https://chat.example.com`. */
  host: string;
  persistence?: Persistence | undefined;
  /** `required` holds everything back until consent is given, independent of the interface. */
  consent?: 'required' | 'granted' | undefined;
  /** `auto` by default. */
  transport?: Transport | undefined;
  /**
   * Token of a preview (`POST /api/v1/chat-interfaces/:id/preview`): shows the draft, and stores nothing in the
   * browser.
   */
  preview?: string | undefined;
}

export interface ChatOptions extends HeadlessOptions {
  /** Name of this instance if a page has several; defaults to the slug. */
  id?: string | undefined;
  mode?: Mode | undefined;
  /** The place of an inline chat: an element or a selector. */
  target?: Element | string | undefined;
  /** In the ask mode, a selector of the page's search box: a press on it, or typing in it, opens the dialog. */
  search?: string | undefined;
  /** Opens immediately. */
  open?: boolean | undefined;
  /**
   * If given, the page decides: instead of opening or closing, the panel calls this, and `update({open})` opens or
   * closes it.
   */
  onOpenChange?: ((open: boolean) => void) | undefined;
  slots?: Slots | undefined;
}

/** A function of the page that the agent may call; `input` follows the tool's `parameters`. Throw to reject a call. */
export type PageTool = (input: Record<string, unknown>) => unknown;

/** The return value of a slot: a DOM node or text. Null keeps the built-in rendering. */
export type SlotContent = Node | string | null;

export interface Slots {
  /** Renders the body of a message; runs again whenever the message changes. */
  message?: ((message: ChatMessage) => SlotContent) | undefined;
  /** Renders a citation in the list of sources of a message. Several messages may cite the same passage. */
  citation?: ((citation: Citation, open: () => void, messageId: string) => SlotContent) | undefined;
  /**
   * Replaces the launcher's content, open and closed. The button around it remains, with its name and state, so that it
   * works with keyboard and screen reader.
   */
  launcher?: ((state: { open: boolean; unread: number }) => SlotContent) | undefined;
}

export interface ChatEvents {
  ready: { id: string };
  open: { id: string };
  close: { id: string };
  'message-sent': { id: string; message: ChatMessage };
  'message-received': { id: string; message: ChatMessage };
  unread: { id: string; count: number };
  session: { id: string; sessionId: string | null };
  error: { id: string; error: ChatError };
}
export type ChatEventName = keyof ChatEvents;
export type Off = () => void;

/** A mounted chat. Methods may be called at any time; those that need the interface wait for it. */
export interface ChatHandle {
  readonly id: string;
  open(): void;
  close(): void;
  toggle(): void;
  show(): void;
  hide(): void;
  send(text: string): void;
  prefill(text: string): void;
  identify(identity: Identity): void;
  logout(): void;
  consent(decision: 'granted' | 'denied'): void;
  newThread(): void;
  /** Lets the agent's tool of this name (`type: client`) run on this page; null removes it. */
  tool(name: string, run: PageTool | null): void;
  /** Changes options; `open` opens or closes the panel, even if `onOpenChange` decides. */
  update(options: LiveOptions & { open?: boolean | undefined }): void;
  on<Name extends ChatEventName>(event: Name, listener: (detail: ChatEvents[Name]) => void): Off;
  /** The state now, and on every change; the same object until something changes. */
  getState(): ChatState;
  subscribe(listener: () => void): Off;
  unmount(): void;
}

/** `<portico-chat>` of `@portico/widget`. */
export interface PorticoChatElement extends HTMLElement {
  /** The mounted chat, for calls and events; null while the element is not in a document. */
  handle: ChatHandle | null;
}

export interface ChatState {
  isOpen: boolean;
  unread: number;
  messages: readonly ChatMessage[];
  /** `online` until a connection is lost. */
  connection: 'online' | 'reconnecting' | 'offline';
  isReplying: boolean;
  consentStatus: 'granted' | 'needed' | 'denied';
  error: ChatError | null;
}

/** A channel between a page and the page in its iframe. */
export interface Bridge {
  send(message: BridgeMessage): void;
  close(): void;
}

export interface BridgeMessage {
  type: string;
  [name: string]: unknown;
}
