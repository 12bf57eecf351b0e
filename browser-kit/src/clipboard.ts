/** Puts a text, and HTML if given, on the clipboard. Returns false if the browser refuses. */
export async function copyText(text: string, html?: string): Promise<boolean> {
  try {
    if (html !== undefined && typeof ClipboardItem === 'function') {
      const parts = {
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      };
      await navigator.clipboard.write([new ClipboardItem(parts)]);
    } else {
      await navigator.clipboard.writeText(text);
    }
    return true;
  } catch {
    return copyByCommand(text, html);
  }
}

/**
 * The older API, for plain http and for frames without the clipboard permission: within a click it works there too. The
 * copied text is set in the event, so neither the focus nor the selection changes.
 */
function copyByCommand(text: string, html: string | undefined): boolean {
  let isSet = false;
  const setText = (event: ClipboardEvent) => {
    event.preventDefault();
    // No other listener may replace this text.
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    if (html !== undefined) event.clipboardData?.setData('text/html', html);
    isSet = event.clipboardData !== null;
  };
  // Safari copies without a selection only if this event is prevented.
  const allow = (event: Event) => event.preventDefault();
  addEventListener('copy', setText, { capture: true, once: true });
  addEventListener('beforecopy', allow, { capture: true });
  const isDone = document.execCommand('copy');
  removeEventListener('copy', setText, { capture: true });
  removeEventListener('beforecopy', allow, { capture: true });
  return isDone && isSet;
}
