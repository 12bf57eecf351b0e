import { batch } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ChatOptions, LiveOptions } from '../types.ts';
import type { Chat } from './chat.ts';
import type { Session } from './session.ts';

interface OpeningOptions {
  given: Pick<ChatOptions, 'onOpenChange'>;
  isOpen: Signal<boolean>;
  isLoading: Signal<boolean>;
  unread: Signal<number>;
  session: Session;
  options: ReadonlySignal<LiveOptions>;
  consent: { state: Chat['consent'] };
  onChange(change: 'open' | 'close' | { failed: unknown }): void;
}

/** Opens and closes the panel, and loads the stored conversation when it opens. */
export function createOpening({
  given,
  isOpen,
  isLoading,
  unread,
  session,
  options,
  consent,
  onChange,
}: OpeningOptions) {
  async function resume(): Promise<void> {
    isLoading.value = true;
    try {
      await session.ensure();
    } catch (failed) {
      onChange({ failed });
    }
    isLoading.value = false;
  }

  function setOpen(next: boolean): void {
    if (next === isOpen.peek()) return;
    batch(() => {
      isOpen.value = next;
      if (next) unread.value = 0;
    });
    onChange(next ? 'open' : 'close');
    const isKnown = session.hasStored() || (options.peek().identity !== undefined && !session.current.peek());
    if (next && isKnown && consent.state.peek() === 'granted') void resume();
  }

  return {
    resume,
    setOpen,
    request(next: boolean): void {
      if (next === isOpen.peek()) return;
      if (given.onOpenChange) given.onOpenChange(next);
      else setOpen(next);
    },
  };
}
