/** Returns the draft with a text at the caret, or at the end without a field. The caret moves behind the text. */
export function insertText(area: HTMLTextAreaElement | null, draft: string, text: string): string {
  if (!area) return draft + text;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  return area.value;
}
