/**
 * Text without the targets of its Markdown links: `[prices](/plans?year=2026)` becomes "prices". The words of an
 * address would count as if the author had written them. Linear: what is read ends at the next parenthesis.
 */
export function dropLinkTargets(text: string): string {
  return text.replaceAll(/\]\([^()\n]*\)/gu, '] ');
}
