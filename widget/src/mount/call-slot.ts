import type { SlotContent, Slots } from '../types.ts';

/** Calls a render function of the page. An error is reported, and null keeps the built-in rendering. */
export function callSlot<Content>(slot: () => Content): Content | null {
  try {
    return slot();
  } catch (error) {
    reportError(error);
    return null;
  }
}

/** Slots whose errors don't reach the widget: it would stop rendering the conversation. */
export function guardSlots({ message, citation, launcher }: Slots): Slots {
  const guard =
    <Args extends unknown[]>(slot: (...args: Args) => SlotContent) =>
    (...args: Args) =>
      callSlot(() => slot(...args));
  return {
    ...(message && { message: guard(message) }),
    ...(citation && { citation: guard(citation) }),
    ...(launcher && { launcher: guard(launcher) }),
  };
}
