/**
 * A visitor the embedding site vouches for, `exp` in Unix seconds. `signature` is hex HMAC-SHA256 of `userId.exp`; in version 2
 * of the JSON array `["v2",userId,exp,email|null,name|null]`, which vouches for the address and the name too.
 */
export interface Identity {
  userId: string;
  name?: string;
  email?: string;
  exp: number;
  signature: string;
  signatureVersion?: 1 | 2;
}

/** The page of the site that the visitor is on. */
export interface Page {
  url: string;
  title?: string;
}

export type Persistence = 'memory' | 'session' | 'local';
export type Theme = 'light' | 'dark' | 'auto';
export type Position = 'right' | 'left';
/**
 * How events come: `sse` is an event stream; `socket.io` polls and becomes a WebSocket where it can; `auto` begins with the
 * stream and changes over where a network holds streams back.
 */
export type Transport = 'auto' | 'sse' | 'socket.io';
/** `page` is the full-page chat of `/chat/{slug}`. */
export type Mode = 'bubble' | 'inline' | 'page';

export interface Citation {
  chunkId: string;
  documentId: string;
  documentName: string;
  score: number;
  quote: string;
  /** The document's title, if it has one. */
  title?: string | null;
  /** Where the document can be read. */
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
}

/** A tool the agent used; `ok` is null while it runs. */
export interface ToolActivity {
  id: string;
  name: string;
  ok: boolean | null;
}

export interface ChatError {
  code: string;
  /** English, for logs; what a visitor reads is made of the code and the reason. */
  message: string;
  /** What exactly is wrong, for programs: `file_type`, `too_long`, `daily_limit` and the like. */
  reason?: string;
  /** The limit that is reached: `minute`, `15_minutes`, `hour`, `day`, `concurrent`. */
  window?: string;
  /** Seconds to wait, if the server named them. */
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

/** `queued` waits for a connection or a limit, `sending` is on its way, `refused` was not taken by the server. */
export type MessageState = 'queued' | 'sending' | 'refused' | 'streaming' | 'complete' | 'cancelled' | 'failed';

export interface ChatMessage {
  /** The server's id; until it is known, the client's own. */
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
  /** What the visitor may ask next; missing from older servers. */
  followUps?: readonly string[] | undefined;
  /** Missing from older servers. */
  author?: Author | undefined;
}

/** Who wrote a message: of a person of the team (`member`) the first name and the picture. */
export interface Author {
  type: 'visitor' | 'agent' | 'member' | 'system';
  name: string | null;
  avatarUrl: string | null;
}

/** Who answers the visitor now. `assignee` is a person of the team. */
export interface Answering {
  status: 'bot' | 'waiting' | 'human' | 'closed';
  assignee: { name: string; avatarUrl: string | null } | null;
  /** Whether one of them could answer now; known once it has changed. */
  available?: boolean;
}

/** The interface's public configuration (docs/reference/public-chat.md#public-configuration). */
export interface Face {
  slug: string;
  name: string;
  branding: Branding;
  behaviour: Behaviour;
  locale: string | null;
  uploads: { enabled: boolean; maxFiles: number; maxFileSizeMb: number; allowedTypes: readonly string[] };
  consent: { required: boolean; text: string | null; privacyUrl: string | null };
  /** Older servers send none of the following. */
  texts?: Readonly<Record<string, OwnTexts>>;
  preChat?: { enabled: boolean; fields: readonly PreChatField[] };
  challenge?: 'off' | 'proof_of_work';
  handover?: { enabled: boolean; available: boolean; askEmail: boolean };
  proactive?: readonly ProactiveRule[];
  followUps?: { enabled: boolean };
}

/** The owner's texts in one language; null is the interface's own. */
export interface OwnTexts {
  title: string | null;
  subtitle: string | null;
  welcomeMessage: string | null;
  placeholder: string | null;
  suggestedPrompts: readonly string[] | null;
  launcherLabel: string | null;
  awayMessage?: string | null;
  limitMessage?: string | null;
  proactiveMessage: string | null;
}

export interface Branding {
  primaryColor: string;
  backgroundColor: string | null;
  textColor: string | null;
  fontFamily: string | null;
  /** CSS pixels. */
  borderRadius: number;
  logoUrl: string | null;
  iconUrl: string | null;
  cover: { type: 'image' | 'gradient' | 'color' | 'none'; value: string | null };
  theme: Theme;
  position: Position;
  zIndex: number | null;
}

export interface Behaviour {
  title: string;
  subtitle: string | null;
  welcomeMessage: string | null;
  placeholder: string | null;
  suggestedPrompts: readonly string[];
  showCitations: boolean;
  showToolCalls: boolean;
  showBranding: boolean;
  persistence: Persistence;
  sessionTimeoutMinutes: number;
  idleTimeoutMinutes: number | null;
  launcher: { label: string | null; delayMs: number | null; proactiveMessage: string | null };
}

/** What `update()` may change while the widget lives; the rest belongs to the mount. */
export interface LiveOptions {
  locale?: string;
  theme?: Theme;
  position?: Position;
  zIndex?: number;
  /** Overrides of the interface's branding. */
  branding?: Partial<Branding>;
  /** Overrides of the interface's texts and behaviour. */
  behaviour?: Partial<Behaviour>;
  /** Offers emoji beside the composer on devices with a keyboard and a mouse; true by default. */
  emoji?: boolean;
  /** Offers dictation where the browser can; true when left out. */
  voice?: boolean;
  identity?: Identity;
  /** Sent along when a session begins; later ones are merged, and null removes a key. */
  metadata?: Record<string, unknown>;
  /** In place of the page's own address and title, until the visitor goes to another page. */
  page?: Page;
}

export interface HeadlessOptions extends LiveOptions {
  /** Slug of the chat interface. */
  chat: string;
  /** Origin of the Portico server, like `https://chat.example.com`. */
  host: string;
  persistence?: Persistence;
  /** `required` holds everything back until consent is given, independent of the interface. */
  consent?: 'required' | 'granted';
  /** `auto` when left out. */
  transport?: Transport;
  /** Token of a preview (`POST /api/v1/chat-interfaces/:id/preview`): shows the draft, and keeps nothing in the browser. */
  preview?: string;
}

export interface ChatOptions extends HeadlessOptions {
  /** Name of this instance where a page has several; the slug when left out. */
  id?: string;
  mode?: Mode;
  /** Where an inline chat goes: an element or a selector. */
  target?: Element | string;
  /** Opens at once. */
  open?: boolean;
  /**
   * If given, the page decides: what would open or close the panel calls this instead, and `update({open})` opens or closes it.
   */
  onOpenChange?: (open: boolean) => void;
  slots?: Slots;
}

/** A function of the page that the agent may call; `input` follows the tool's `parameters`. A refusal is thrown. */
export type PageTool = (input: Record<string, unknown>) => unknown;

/** What a slot may return: a DOM node of your own or text. Null keeps the built-in rendering. */
export type SlotContent = Node | string | null;

export interface Slots {
  /** Renders the body of a message; runs again whenever the message changes. */
  message?: (message: ChatMessage) => SlotContent;
  /** Renders a citation in the list of sources. */
  citation?: (citation: Citation, open: () => void) => SlotContent;
  /**
   * Replaces what the launcher shows, open and closed. The button around it stays, with its name and state, so that it is
   * reached by keyboard and screen reader.
   */
  launcher?: (state: { open: boolean; unread: number }) => SlotContent;
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

/** A mounted chat. Verbs may be called at any time; those that need the interface wait for it. */
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
  /** Lets the agent's tool of this name (`type: client`) run on this page; null takes it back. */
  tool(name: string, run: PageTool | null): void;
  /** Changes options; `open` opens or closes the panel, also where `onOpenChange` decides. */
  update(options: LiveOptions & { open?: boolean }): void;
  on<Name extends ChatEventName>(event: Name, listener: (detail: ChatEvents[Name]) => void): Off;
  /** The state now, and on every change; the same object until something changes. */
  getState(): ChatState;
  subscribe(listener: () => void): Off;
  unmount(): void;
}

export interface ChatState {
  isOpen: boolean;
  unread: number;
  messages: readonly ChatMessage[];
  /** `online` until a connection was lost. */
  connection: 'online' | 'reconnecting' | 'offline';
  isReplying: boolean;
  consentStatus: 'granted' | 'needed' | 'denied';
  error: ChatError | null;
}

export interface FormOptions {
  id?: string;
  form: string;
  host: string;
  mode?: 'bubble' | 'inline';
  target?: Element | string;
  locale?: string;
  theme?: Theme;
  position?: Position;
  zIndex?: number;
  open?: boolean;
  /** What the form starts with; `inputs` by field name. */
  prefill?: FormPrefill;
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

export interface FormPrefill {
  message?: string;
  urls?: string[];
  inputs?: Record<string, unknown>;
}

export interface FormEvents {
  ready: { id: string };
  submitted: { id: string };
  completed: { id: string };
  error: { id: string; error: ChatError };
  open: { id: string };
  close: { id: string };
}

export interface FormHandle {
  readonly id: string;
  open(): void;
  close(): void;
  toggle(): void;
  on<Name extends keyof FormEvents>(event: Name, listener: (detail: FormEvents[Name]) => void): Off;
  update(options: Partial<Pick<FormOptions, 'theme' | 'prefill'>>): void;
  unmount(): void;
}

/** When a message is shown beside the button. `urlPattern` is a glob on the path; `once` means once for each visitor. */
export interface ProactiveRule {
  message: string;
  urlPattern: string | null;
  afterSeconds: number | null;
  onExit: boolean;
  minVisits: number | null;
  once: boolean;
}

/** A question that is asked before the chat begins. */
export interface PreChatField {
  name: string;
  label: string;
  type: 'text' | 'textarea' | 'number' | 'select' | 'multiselect' | 'checkbox' | 'date';
  required: boolean;
  options?: string[] | undefined;
  showIf?: string | undefined;
}
