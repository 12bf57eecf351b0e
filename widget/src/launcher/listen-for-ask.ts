/** Calls the chat: `open`, then `prefill` with the text that was typed in the page's search box. */
type Call = (verb: 'open' | 'prefill', args: string[]) => void;

/**
 * Opens the ask dialog on ⌘K (Ctrl K elsewhere than on a Mac), on a press on the page's search box, and when somebody
 * types in it; `search` is a selector, and `open` opens it now. Returns a function that stops it.
 */
export function listenForAsk(
  { search, open }: { search?: string | undefined; open?: boolean | undefined },
  call: Call,
): () => void {
  const stop = new AbortController();
  const isMac = /mac|iphone|ipad/i.test(navigator.platform);

  const onKey = (event: KeyboardEvent) => {
    const { key, altKey, shiftKey } = event;
    const isShortcut = isMac ? event.metaKey : event.ctrlKey;
    if (!isShortcut || altKey || shiftKey || key.toLowerCase() !== 'k' || event.defaultPrevented) return;
    event.preventDefault();
    call('open', []);
  };
  const onBox = (event: Event) => {
    const { target, type } = event;
    const box = search && target instanceof Element && closest(target, search);
    // An input method would lose what it composes.
    if (!box || (event instanceof InputEvent && event.isComposing)) return;
    call('open', []);
    if (type !== 'click' && 'value' in box && typeof box.value === 'string') call('prefill', [box.value]);
  };
  addEventListener('keydown', onKey, stop);
  for (const type of ['click', 'input', 'compositionend']) addEventListener(type, onBox, stop);
  if (open === true) call('open', []);
  return () => stop.abort();
}

/** The nearest element around `target` that the selector names; null too for an invalid selector. */
function closest(target: Element, selector: string): Element | null {
  try {
    return target.closest(selector);
  } catch {
    return null;
  }
}
