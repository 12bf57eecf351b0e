import { requireAddress } from '@portico/shared-types/rules/require-address';
import { signal } from '@preact/signals';
import { callSlot } from '../mount/call-slot.ts';
import { mountChat } from '../mount/mount-chat.ts';
import type { ChatHandle, ChatOptions, Slots } from '../types.ts';

export interface SlottedChat {
  handle: ChatHandle;
  /** Renders a slot again where the widget shows it. */
  refill: Readonly<Record<keyof Slots, () => void>>;
}

/** Every slot, with its function. */
export type AllSlots = { [Name in keyof Slots]-?: NonNullable<Slots[Name]> };

/** Mounts a chat whose slots can be rendered again: the widget renders what has read a signal when that changes. */
export function mountWithSlots(options: ChatOptions, slots: AllSlots): SlottedChat {
  // Said in the console; to the page, it is a server that can't be reached.
  callSlot(() => requireAddress('host', options.host));
  const message = signal(slots.message);
  const citation = signal(slots.citation);
  const launcher = signal(slots.launcher);
  const handle = mountChat({
    ...options,
    slots: {
      message: (...args) => message.value(...args),
      citation: (...args) => citation.value(...args),
      launcher: (...args) => launcher.value(...args),
    },
  });
  return {
    handle,
    refill: {
      message() {
        message.value = (...args) => slots.message(...args);
      },
      citation() {
        citation.value = (...args) => slots.citation(...args);
      },
      launcher() {
        launcher.value = (...args) => slots.launcher(...args);
      },
    },
  };
}
