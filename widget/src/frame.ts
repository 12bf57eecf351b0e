/* `@portico/widget/frame`: the channel to a chat or form in an iframe, for pages that don't need the widget as well. */
export { connectFrame } from './mount/connect-frame.ts';
export type { Bridge, BridgeMessage } from './types.ts';
