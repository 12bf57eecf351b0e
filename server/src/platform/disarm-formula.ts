/**
 * Makes a field of a CSV file that no spreadsheet executes. Spreadsheets execute cells that begin like a formula, and a
 * page that a model has read, or a visitor, can put one into a text. Numbers and phone numbers stay unchanged; other
 * fields get the apostrophe that marks them as text (OWASP, CSV injection; the full width signs are those of East Asian
 * spreadsheets). Where the comma is the decimal mark, a spreadsheet may split a file at semicolons and tabs, and then
 * the quotes around a field don't keep its lines together, so text after one of these or a line break inside a field
 * counts as a beginning, too. Elsewhere a line is only a line of a text: a point of a list or a mention is marked only
 * if it could do something as a formula.
 */
export function disarmFormula(field: string): string {
  return field.replaceAll(/(^|[;\t\r\n])([^\S\t\r\n]*)([=+\-@＝＋－＠][^;\t\r\n]*)/g, (whole, before, space, text) =>
    isHarmless(String(before), String(text)) ? whole : `${String(before)}${String(space)}'${String(text)}`,
  );
}

/** A number, or a line inside a text that calls no function or program and reads no other file. */
function isHarmless(before: string, text: string): boolean {
  if (/^[+-][\d\s().,/%:-]*$/.test(text)) return true;
  return /^[\r\n]$/.test(before) && /^[^=＝]/.test(text) && !/[\p{L}\p{N}_.]\s*[(（]|[|｜]|'[!#]/u.test(text);
}
