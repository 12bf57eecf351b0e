/** Keys belong to the field, menu or dialog that has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  const owners = 'input, textarea, select, [role="dialog"], [role="menu"]';
  return target instanceof HTMLElement && target.closest(owners) !== null;
}
