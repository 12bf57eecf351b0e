/**
 * Makes a field of a CSV file that no spreadsheet executes. Spreadsheets execute cells that begin like a formula, and a
 * page that a model has read, or a visitor, can put one into a text. Numbers and phone numbers stay unchanged; other
 * fields get the apostrophe that marks them as text (OWASP, CSV injection; the full width signs are those of East Asian
 * spreadsheets). Where the comma is the decimal mark, a spreadsheet may split a file at semicolons and tabs, so text
 * after one of these inside a field counts as a beginning, too.
 */
export function disarmFormula(field: string): string {
  return field.replaceAll(/(^|[;\t])([^\S\t]*)([=+\-@＝＋－＠][^;\t]*)/g, (whole, before, space, text) =>
    /^[+-][\d\s().,/%:-]*$/.test(String(text)) ? whole : `${String(before)}${String(space)}'${String(text)}`,
  );
}
