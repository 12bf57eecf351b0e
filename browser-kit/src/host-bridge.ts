/**
 * The page around an iframe and the page inside it exchange messages through one MessageChannel. The outer page offers it with
 * `{type: 'portico:connect', version: 1}` to the frame's exact origin; the inner page accepts one offer, from its parent
 * only, and sends `{type: 'ready', version: 1}` through the port. Neither side listens to anything else.
 */
export interface Bridge {
  send(message: BridgeMessage): void;
  close(): void;
}

export interface BridgeMessage {
  type: string;
  [name: string]: unknown;
}

const offerEveryMs = 400;
const maxOffers = 25;
/** Maximum messages kept until the other side is connected. */
const maxWaiting = 50;

/** The outer side: offers a channel until the frame responds. A reload of the frame gets a new channel. */
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
    timer = setTimeout(() => offer(left - 1), offerEveryMs);
  }

  function restart(): void {
    clearTimeout(timer);
    port = null;
    offer(maxOffers);
  }

  frame.addEventListener('load', restart);
  return {
    send(message) {
      if (port) port.postMessage(message);
      else waiting = [...waiting, message].slice(-maxWaiting);
    },
    close() {
      frame.removeEventListener('load', restart);
      clearTimeout(timer);
      port?.close();
    },
  };
}

/** The inner side: accepts one offer of the page's parent. Returns null if the page is not in a frame. */
export function acceptHost(onMessage: (message: BridgeMessage) => void, page: Window = window): Bridge | null {
  if (page.parent === page) return null;
  let port: MessagePort | null = null;
  let waiting: BridgeMessage[] = [];

  function hear(event: MessageEvent<unknown>): void {
    const [offered] = event.ports;
    if (event.source !== page.parent || !isParentOrigin(page, event.origin)) return;
    if (!offered || event.ports.length > 1) return;
    if (!isMessage(event.data) || event.data.type !== 'portico:connect' || event.data['version'] !== 1) return;
    page.removeEventListener('message', hear);
    port = offered;
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => isMessage(data) && onMessage(data));
    port.start();
    port.postMessage({ type: 'ready', version: 1 });
    for (const message of waiting.splice(0)) port.postMessage(message);
  }

  page.addEventListener('message', hear);
  return {
    send(message) {
      if (port) port.postMessage(message);
      else waiting = [...waiting, message].slice(-maxWaiting);
    },
    close() {
      page.removeEventListener('message', hear);
      port?.close();
    },
  };
}

/** The parent's origin if the browser reports it; an opaque origin identifies nobody and is rejected. */
function isParentOrigin(page: Window, origin: string): boolean {
  if (origin === '' || origin === 'null') return false;
  const [parent] = page.location.ancestorOrigins ?? [];
  if (parent !== undefined) return parent === origin;
  const referrer = URL.parse(page.document.referrer)?.origin;
  return referrer === undefined || referrer === origin;
}

function isMessage(data: unknown): data is BridgeMessage {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string';
}
