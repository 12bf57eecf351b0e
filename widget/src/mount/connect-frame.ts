import { connectFrame as connect } from '@portico/browser-kit/host-bridge';
import type { Bridge, BridgeMessage } from '../types.ts';

/**
 * Opens a channel to a page of the server in an iframe (docs/widget.md). `origin` is the frame's; a reload of the frame
 * opens a new channel. The types are declared here because their original package is not published.
 */
export const connectFrame: (
  frame: HTMLIFrameElement,
  origin: string,
  onMessage: (message: BridgeMessage) => void,
) => Bridge = connect;
