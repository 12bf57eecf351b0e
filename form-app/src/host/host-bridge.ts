import { isRecord } from '../store/draft.ts';
import type { Prefill } from '../store/values-slice.ts';

/** What the page tells the page around it. Nothing here is a capability: no ids, no contents. */
export type HostEvent =
  | { type: 'ready'; version: 1 }
  | { type: 'height'; height: number }
  | { type: 'submitted' }
  | { type: 'completed' }
  | { type: 'error'; code: string; message: string };

export interface HostListener {
  onPrefill(values: Prefill): void;
  onTheme(theme: 'light' | 'dark' | 'auto'): void;
}

export interface HostBridge {
  readonly isEmbedded: boolean;
  send(event: HostEvent): void;
  /** Hears the host from now on; what it sent before comes first. */
  listen(listener: HostListener): void;
}

const waitingRoom = 50;

/**
 * Waits for one `{type: 'portico:connect', version: 1}` with a port from the parent window and speaks through that port
 * only (docs/forms.md). Everything else that arrives is ignored, whatever it claims.
 */
export function createHostBridge(page: Window = window): HostBridge {
  const isEmbedded = page.parent !== page;
  let port: MessagePort | null = null;
  let listener: HostListener | null = null;
  let outgoing: HostEvent[] = [];
  let incoming: unknown[] = [];

  const hear = (data: unknown) => {
    if (listener === null) incoming = [...incoming, data].slice(-waitingRoom);
    else readHostMessage(data, listener);
  };
  const connect = (event: MessageEvent<unknown>) => {
    const [offered] = event.ports;
    if (event.source !== page.parent || !isParentOrigin(page, event.origin)) return;
    if (!isRecord(event.data) || event.data['type'] !== 'portico:connect' || event.data['version'] !== 1) return;
    if (offered === undefined || event.ports.length !== 1) return;
    page.removeEventListener('message', connect);
    port = offered;
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
    port.start();
    port.postMessage({ type: 'ready', version: 1 } satisfies HostEvent);
    for (const waiting of outgoing) port.postMessage(waiting);
    outgoing = [];
  };
  if (isEmbedded) page.addEventListener('message', connect);

  return {
    isEmbedded,
    send: (event) => {
      if (port !== null) port.postMessage(event);
      else if (isEmbedded) outgoing = [...outgoing, event].slice(-waitingRoom);
    },
    listen: (next) => {
      listener = next;
      for (const data of incoming) readHostMessage(data, next);
      incoming = [];
    },
  };
}

/** The parent's origin by the browser's own word where it gives one; an opaque origin names nobody and is refused. */
function isParentOrigin(page: Window, origin: string): boolean {
  if (origin === '' || origin === 'null') return false;
  const [parent] = page.location.ancestorOrigins ?? [];
  if (parent !== undefined) return parent === origin;
  const referrer = URL.parse(page.document.referrer)?.origin;
  return referrer === undefined || referrer === origin;
}

function readHostMessage(data: unknown, listener: HostListener): void {
  if (!isRecord(data)) return;
  if (data['type'] === 'prefill' && isRecord(data['values'])) {
    const { message, urls, inputs } = data['values'];
    listener.onPrefill({ message, urls, inputs });
  }
  const theme = data['theme'];
  if (data['type'] === 'theme' && (theme === 'light' || theme === 'dark' || theme === 'auto')) listener.onTheme(theme);
}
