import { acceptHost } from '@portico/browser-kit/host-bridge';
import type { BridgeMessage } from '@portico/browser-kit/host-bridge';
import { isRecord } from '../store/form/draft.ts';
import type { Prefill } from '../store/form/values-slice.ts';

/** Messages to the surrounding page. They contain no capabilities: no ids, no contents. */
export type HostEvent =
  | { type: 'ready'; version: 1 }
  | { type: 'height'; height: number }
  | { type: 'submitted' }
  | { type: 'completed' }
  | { type: 'close' }
  | { type: 'error'; code: string; message: string };

export interface HostListener {
  onPrefill(values: Prefill): void;
  onTheme(theme: 'light' | 'dark' | 'auto'): void;
}

export interface HostBridge {
  readonly isEmbedded: boolean;
  send(event: HostEvent): void;
  /** Receives the host's messages from now on, earlier ones first. */
  listen(listener: HostListener): void;
}

/** Maximum messages of the host that are kept until there is a listener. */
const maxKept = 50;

/** The channel to the page around this one, if this one is in a frame (docs/forms.md). */
export function createHostBridge(page: Window = window): HostBridge {
  let listener: HostListener | null = null;
  let kept: BridgeMessage[] = [];
  const bridge = acceptHost((message) => {
    if (listener === null) kept = [...kept, message].slice(-maxKept);
    else readHostMessage(message, listener);
  }, page);
  return {
    isEmbedded: bridge !== null,
    send: (event) => bridge?.send(event),
    listen: (next) => {
      listener = next;
      for (const message of kept) readHostMessage(message, next);
      kept = [];
    },
  };
}

function readHostMessage(data: BridgeMessage, listener: HostListener): void {
  if (data['type'] === 'prefill' && isRecord(data['values'])) {
    const { message, urls, inputs } = data['values'];
    listener.onPrefill({ message, urls, inputs });
  }
  const theme = data['theme'];
  if (data['type'] === 'theme' && (theme === 'light' || theme === 'dark' || theme === 'auto')) listener.onTheme(theme);
}
