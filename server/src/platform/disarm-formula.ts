/**
 * Makes a field of a CSV file that no spreadsheet executes. Spreadsheets execute cells that begin like a formula, and a
 * page that a model has read, or a visitor, can put one into a text. Numbers and phone numbers stay unchanged; other
 * fields get the apostrophe that marks them as text (OWASP, CSV injection; the full width signs are those of East Asian
 * spreadsheets). Where the comma is the decimal mark, a spreadsheet may split a file at semicolons and tabs, and then
 * the quotes around a field don't keep its lines together, so text after one of these or a line break inside a field
 * counts as a beginning, too.
 */
export function disarmFormula(field: string): string {
  return field.replaceAll(/(^|[;\t\r\n])([^\S\t\r\n]*)([=+\-@＝＋－＠][^;\t\r\n]*)/g, (whole, before, space, text) =>
    isHarmless(String(before), String(text)) ? whole : `${String(before)}${String(space)}'${String(text)}`,
  );
}

/** A number, or a point of a list inside a text that calls no function and no program. */
function isHarmless(before: string, text: string): boolean {
  return /^[+-][\d\s().,/%:-]*$/.test(text) || (/^[\r\n]$/.test(before) && /^[+-]\s[^(|]*$/.test(text));
}
