/**
 * A field of a CSV file that no spreadsheet runs. Spreadsheets run what begins like a formula, and a page that a model has
 * read, or a visitor, can put one into a text. Numbers and phone numbers stay as they are; the rest gets the apostrophe
 * that makes it text (OWASP, CSV injection; the full width signs are those of East Asian spreadsheets). Where commas are
 * decimal marks a spreadsheet may cut a file at its semicolons and tabs, so what follows one inside of a field counts as a
 * beginning, too.
 */
export function disarmFormula(field: string): string {
  return field.replaceAll(/(^|[;\t])(\s*)([=+\-@＝＋－＠][^;\t]*)/g, (whole, before, space, text) =>
    /^[+-][\d\s().,/%:-]*$/.test(String(text)) ? whole : `${String(before)}${String(space)}'${String(text)}`,
  );
}
