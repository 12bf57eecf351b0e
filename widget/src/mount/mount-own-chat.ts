import { requireAddress } from '@portico/shared-types/rules/require-address';
import type { ChatHandle, ChatOptions } from '../types.ts';
import { guardSlots } from './call-slot.ts';
import { mountChat as mount } from './mount-chat.ts';
import { requirePage } from './require-page.ts';

/**
 * Puts a chat on the page: a launcher with its panel, a dialog if `mode` is ask, or the panel itself if it is inline.
 * Returns immediately; the interface is loaded in the meantime and calls wait for it. A slug that doesn't exist or is
 * paused shows nothing and emits `error`.
 * @throws TypeError if `host` is not an address, and Error outside of a browser.
 */
export function mountChat(options: ChatOptions): ChatHandle {
  requirePage('mountChat');
  requireAddress('host', options.host);
  return mount({ ...options, slots: guardSlots(options.slots ?? {}) });
}
