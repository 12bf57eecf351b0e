/**
 * The page around an iframe and the page inside of it speak through one MessageChannel. The outer page offers it with
 * `{type: 'portico:connect', version: 1}` to the frame's exact origin; the inner page takes one offer, from its parent
 * only, and answers `{type: 'ready', version: 1}` through the port. Nothing else is listened to, on either side.
 */
export interface Bridge {
  send(message: BridgeMessage): void;
  close(): void;
}

export interface BridgeMessage {
  type: string;
  [name: string]: unknown;
}

const OFFER_EVERY_MS = 400;
const MOST_OFFERS = 25;

/** The outer side: offers a channel until the frame answers. A reload of the frame is answered with a new channel. */
export function connectFrame(
  frame: HTMLIFrameElement,
  origin: string,
  onMessage: (message: BridgeMessage) => void,
): Bridge {
  let port: MessagePort | null = null;
  let waiting: BridgeMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function offer(left: number): void {
    if (left === 0) return;
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isMessage(data)) return;
      if (data.type === 'ready' && port !== channel.port1) {
        clearTimeout(timer);
        port = channel.port1;
        for (const message of waiting.splice(0)) port.postMessage(message);
      }
      if (port === channel.port1) onMessage(data);
    });
    channel.port1.start();
    frame.contentWindow?.postMessage({ type: 'portico:connect', version: 1 }, origin, [channel.port2]);
    timer = setTimeout(() => offer(left - 1), OFFER_EVERY_MS);
  }

  function restart(): void {
    clearTimeout(timer);
    port = null;
    offer(MOST_OFFERS);
  }

  frame.addEventListener('load', restart);
  return {
    send(message) {
      if (port) port.postMessage(message);
      else waiting = [...waiting, message].slice(-50);
    },
    close() {
      frame.removeEventListener('load', restart);
      clearTimeout(timer);
      port?.close();
    },
  };
}

/** The inner side: takes the parent's one offer. Returns null where there is no parent. */
export function acceptHost(onMessage: (message: BridgeMessage) => void): Bridge | null {
  if (globalThis.parent === globalThis.self) return null;
  let port: MessagePort | null = null;
  let waiting: BridgeMessage[] = [];

  function hear(event: MessageEvent<unknown>): void {
    const [offered] = event.ports;
    if (event.source !== globalThis.parent || !isParentOrigin(event.origin) || !offered) return;
    if (!isMessage(event.data) || event.data.type !== 'portico:connect' || event.data['version'] !== 1) return;
    removeEventListener('message', hear);
    port = offered;
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => isMessage(data) && onMessage(data));
    port.start();
    port.postMessage({ type: 'ready', version: 1 });
    for (const message of waiting.splice(0)) port.postMessage(message);
  }

  addEventListener('message', hear);
  return {
    send(message) {
      if (port) port.postMessage(message);
      else waiting = [...waiting, message].slice(-50);
    },
    close() {
      removeEventListener('message', hear);
      port?.close();
    },
  };
}

/** The browser's word for who the parent is, where it gives one; an opaque origin names nobody and is refused. */
function isParentOrigin(origin: string): boolean {
  if (origin === '' || origin === 'null') return false;
  const [parent] = location.ancestorOrigins ?? [];
  if (parent !== undefined) return parent === origin;
  const referrer = URL.parse(document.referrer)?.origin;
  return referrer === undefined || referrer === origin;
}

function isMessage(data: unknown): data is BridgeMessage {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string';
}
