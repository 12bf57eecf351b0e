/**
 * Whether a key belongs to an input method, such as the Enter that confirms a word. Safari sends that Enter after the
 * composition has ended: only its code, 229, shows it (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
