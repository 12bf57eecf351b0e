/** The draft with a text at the caret, or at its end where there is no field; the caret then stands behind it. */
export function insertText(area: HTMLTextAreaElement | null, draft: string, text: string): string {
  if (!area) return draft + text;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  return area.value;
}
