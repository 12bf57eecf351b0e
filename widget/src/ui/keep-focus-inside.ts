const FOCUSABLE = 'a[href],button:not([disabled]),textarea,input:not([hidden]),[tabindex="0"]';

/** Keeps Tab inside the element: the end leads to the beginning and back. */
export function keepFocusInside(element: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const all = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(({ tabIndex }) => tabIndex >= 0);
  const visible = all.filter((item) => item.getClientRects().length > 0);
  const { activeElement: active } = element.getRootNode() as Document | ShadowRoot;
  const end = event.shiftKey ? visible[0] : visible.at(-1);
  if (active !== end && active !== element) return;
  if (active === element && !event.shiftKey) return;
  event.preventDefault();
  (event.shiftKey ? visible.at(-1) : visible[0])?.focus();
}
