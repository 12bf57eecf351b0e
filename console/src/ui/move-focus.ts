/** `j`, `k` and the arrows move the focus between the elements of a list that match `selector`. */
export function moveFocus(event: KeyboardEvent, list: Element | null, selector: string): void {
  const step = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target } = event;
  if (step === undefined || event.metaKey || event.ctrlKey) return;
  if (!(target instanceof HTMLElement) || !target.matches(selector)) return;
  const items = [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
  items[items.indexOf(target) + step]?.focus();
  event.preventDefault();
}
