/*
 * Types of the script tag's global (docs/widget.md). `import type` of '@portico/embed-loader' is enough for the types;
 * a plain import also runs the loader.
 */
export interface PorticoIdentity {
  userId: string;
  name?: string;
  email?: string;
  /** Unix seconds. */
  exp: number;
  /** Hex HMAC-SHA256 of `userId.exp` with the interface's identity secret. */
  signature: string;
}

export interface PorticoBootOptions {
  id?: string;
  chat?: string;
  form?: string;
  /** Origin of the server; the script's own by default. */
  host?: string;
  mode?: 'bubble' | 'inline';
  target?: Element | string;
  locale?: string;
  theme?: 'light' | 'dark' | 'auto';
  position?: 'right' | 'left';
  open?: boolean;
  zIndex?: number;
  persistence?: 'memory' | 'session' | 'local';
  consent?: 'required' | 'granted';
  transport?: 'auto' | 'sse' | 'socket.io';
  emoji?: boolean;
  voice?: boolean;
  identity?: PorticoIdentity;
  metadata?: Record<string, unknown>;
  prefill?: { message?: string; urls?: string[]; inputs?: Record<string, unknown> };
}

export interface PorticoUpdate {
  locale?: string;
  theme?: 'light' | 'dark' | 'auto';
  position?: 'right' | 'left';
  zIndex?: number;
  emoji?: boolean;
  voice?: boolean;
  branding?: Record<string, unknown>;
  behaviour?: Record<string, unknown>;
}

export type PorticoEvent =
  | 'ready'
  | 'open'
  | 'close'
  | 'message-sent'
  | 'message-received'
  | 'unread'
  | 'session'
  | 'submitted'
  | 'completed'
  | 'error';

/** Names one of several interfaces on a page. */
type Named = { id: string };

export interface PorticoGlobal {
  (verb: 'boot', options: PorticoBootOptions): void;
  (verb: 'update', options: PorticoUpdate, named?: Named): void;
  (verb: 'open' | 'close' | 'toggle' | 'show' | 'hide' | 'shutdown' | 'logout' | 'newThread', named?: Named): void;
  (verb: 'send' | 'prefill', text: string, named?: Named): void;
  (verb: 'identify', identity: PorticoIdentity, named?: Named): void;
  /** Lets the agent's tool of this name (`type: client`) run on this page; null removes it. */
  (verb: 'tool', name: string, run: ((input: Record<string, unknown>) => unknown) | null, named?: Named): void;
  (verb: 'consent', decision: 'granted' | 'denied', named?: Named): void;
  /** Returns a function that removes the listener; undefined while only the stub is loaded. */
  (
    verb: 'on',
    event: PorticoEvent,
    listener: (detail: Named & Record<string, unknown>) => void,
    named?: Named,
  ): (() => void) | undefined;
  q?: IArguments[];
}

declare global {
  interface Window {
    Portico?: PorticoGlobal;
  }
  var Portico: PorticoGlobal | undefined;
}
