/** Keys belong to the focused field, menu or dialog. */
export function isTyping(target: EventTarget | null): boolean {
  const owners = 'input, textarea, select, [role="dialog"], [role="menu"]';
  return target instanceof HTMLElement && target.closest(owners) !== null;
}

/** With one of these keys, a letter is a shortcut of the browser or the system. */
export function hasModifier({ metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return metaKey || ctrlKey || altKey;
}
