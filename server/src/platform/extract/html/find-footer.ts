import { parseHTML } from 'linkedom';

/** The parts of an element that this file needs. */
interface Node {
  readonly outerHTML: string;
  readonly textContent: string | null;
  contains(other: Node): boolean;
  querySelectorAll(selector: string): Iterable<Node>;
  remove(): void;
}

/** A longer footer is content with a wrong name. */
const maxLength = 5_000;
const copyright = /©|\(c\)|copyright/i;

/** The footers of a page without navigation and forms; undefined if it has none. */
export function findFooter(html: string): string | undefined {
  try {
    const { document } = parseHTML(html);
    const selector = 'footer,[role=contentinfo],[class~=site-footer],[class~=page-footer],[class~=footer],[id=footer]';
    const outermost: Node[] = [];
    // In the order of the page, what a footer contains follows it.
    for (const footer of document.querySelectorAll(`:is(${selector}):not(article *,main *,a,p,span,button)`))
      if (outermost.at(-1)?.contains(footer) !== true) outermost.push(footer);
    for (const footer of outermost)
      for (const element of footer.querySelectorAll('nav,form,script,style,template,[role=navigation]'))
        element.remove();
    const kept = outermost.filter((footer) => (footer.textContent ?? '').length <= maxLength);
    return kept.length === 0 ? undefined : kept.map(({ outerHTML }) => outerHTML).join('\n');
  } catch {
    // The tree is too deep to walk.
    return undefined;
  }
}

/** Of a footer's Markdown, the blocks with figures, such as an address or opening hours, and the headings above them. */
export function keepFigures(footer: string): string {
  const kept: string[] = [];
  let headings: string[] = [];
  for (const block of footer.split('\n\n')) {
    if (/^#{1,6} /.test(block)) {
      headings = [block];
      continue;
    }
    const lines = block.split('\n').filter((line) => !copyright.test(line));
    if (!/\d/.test(lines.join('\n').replaceAll(/\]\([^)]*\)/g, ''))) continue;
    kept.push(...headings.splice(0), lines.join('\n'));
  }
  return kept.join('\n\n');
}
