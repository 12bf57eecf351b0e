/**
 * Puts a text on the clipboard; false if the browser refuses. As in browser-kit/src/clipboard.ts, for pages without a
 * build: navigator.clipboard is missing on plain http, as in a local network.
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text) {
  let isSet = false;
  const setText = (event) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    isSet = event.clipboardData !== null;
  };
  // Safari copies without a selection only if this event is prevented.
  const allow = (event) => event.preventDefault();
  addEventListener('copy', setText, { capture: true, once: true });
  addEventListener('beforecopy', allow, { capture: true });
  const isDone = document.execCommand('copy');
  removeEventListener('copy', setText, { capture: true });
  removeEventListener('beforecopy', allow, { capture: true });
  return isDone && isSet;
}
