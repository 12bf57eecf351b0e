/** Keys belong to the focused field, menu or dialog. */
export function isTyping(target: EventTarget | null): boolean {
  const owners = 'input, textarea, select, [role="dialog"], [role="menu"]';
  return target instanceof HTMLElement && target.closest(owners) !== null;
}
