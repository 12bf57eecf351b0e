/** Puts text, and with it HTML where given, on the clipboard; false where the browser refuses. */
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

/** The older way: a frame without the clipboard permission still has it, within a click. */
function copyByCommand(text: string, html: string | undefined): boolean {
  const fill = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    if (html !== undefined) event.clipboardData?.setData('text/html', html);
  };
  document.addEventListener('copy', fill, { once: true });
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', fill);
  return isDone;
}
