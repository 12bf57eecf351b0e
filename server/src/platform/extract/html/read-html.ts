import { Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { DocumentWriter, type TextStyle } from '../document-writer.ts';
import { ExtractionError } from '../extraction-error.ts';
import { extractionLimits } from '../extraction-limits.ts';
import { dropNavigation, findContent } from './find-content.ts';
import { findFooter, keepFigures } from './find-footer.ts';
import { HtmlBody } from './html-body.ts';
import { readStructuredData } from '../structured/read-structured-data.ts';

export interface HtmlOptions {
  style: TextStyle;
  /** Address against which links are resolved. */
  base?: string;
  /** Look for the page's article and leave out everything around it; for fetched pages. */
  findArticle?: boolean;
  /** Keep the addresses, numbers and hours of its footer, too; for one page of a site, as all have the same. */
  keepFooter?: boolean;
}

/** An article shorter than this share of the page's text is a wrong guess: the whole page is used instead. */
const smallestShare = 0.25;
const deepest = 2000;

/** Converts a page to text or Markdown. Throws `too_large` or `too_complex`. */
export function readHtml(html: string, options: HtmlOptions): { text: string; title: string } {
  const read = readContent(html, options);
  const footer = options.keepFooter === true && isReadable(html) ? readFooter(html, options) : '';
  const whole = withFooter(read, footer, options.style);
  const facts = readStructuredData(html, {
    text: whole,
    address: options.findArticle === true ? options.base : undefined,
    isFirst: options.keepFooter === true,
    convert: (markup) => convert(markup, { ...options, style: 'markdown' }, false).text,
  });
  return { ...read, text: `${whole}\n\n${toStyle(facts, options.style)}`.trim() };
}

function withFooter(read: { text: string; title: string }, footer: string, style: TextStyle): string {
  // A small site often has its opening hours and phone number only there, and the content may repeat them.
  if (footer === '' || read.text.includes(footer)) return read.text;
  const title = read.title === '' ? '' : `${style === 'markdown' ? '## ' : ''}${read.title}\n\n`;
  return `${read.text}\n\n${title}${footer}`.trim();
}

/** Markdown with headings as plain lines if the text has none. */
function toStyle(markdown: string, style: TextStyle): string {
  return style === 'markdown' ? markdown : markdown.replaceAll(/^#{1,6} /gm, '');
}

function readFooter(html: string, options: HtmlOptions): string {
  const footer = findFooter(html);
  if (footer === undefined) return '';
  const text = keepFigures(convert(footer, { ...options, style: 'markdown' }, false).text);
  return toStyle(text, options.style);
}

function readContent(html: string, options: HtmlOptions): { text: string; title: string } {
  if (html.length > extractionLimits.htmlBytes) throw new ExtractionError('too_large', 'The page is too large.');
  if (options.findArticle !== true)
    return convert((isReadable(html) ? dropNavigation(html) : undefined) ?? html, options, false);
  const whole = convert(html, options, true);
  if (!isReadable(html)) return whole;
  const content = findContent(html);
  const page = content === undefined ? whole : convert(content, options, false);
  const article = findArticle(content ?? html);
  if (article === undefined) return { text: page.text, title: whole.title };
  const title = whole.title || article.title;
  const converted = convert(article.html, options, false);
  // In a manual it is often one section; if headings are missing, it is not the whole page.
  const isArticle =
    converted.text.length >= page.text.length * smallestShare &&
    countHeadings(converted.text) >= countHeadings(page.text);
  return { text: withHeading(isArticle ? converted.text : page.text, article.title, options.style), title };
}

/** Whether the article of a page is looked for; the whole page is converted in linear time. */
function isReadable(html: string): boolean {
  const { readableBytes, readableTags } = extractionLimits;
  if (html.length > readableBytes) return false;
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1 && tags <= readableTags; at = html.indexOf('<', at + 1)) tags += 1;
  return tags <= readableTags;
}

function convert(html: string, options: HtmlOptions, skipFurniture: boolean): { text: string; title: string } {
  const writer = new DocumentWriter(options.style);
  const body = new HtmlBody(writer, {
    style: options.style,
    skipFurniture,
    ...(options.base === undefined ? {} : { base: options.base }),
  });
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > deepest) throw new ExtractionError('too_complex');
      body.open(name, attributes);
    },
    onclosetag(name) {
      depth -= 1;
      body.close(name);
    },
    ontext: (text) => body.text(text),
  });
  const piece = 65_536;
  for (let at = 0; at < html.length; at += piece) parser.write(html.slice(at, at + piece));
  parser.end();
  body.finish();
  return { text: writer.finish().text, title: body.title };
}

function findArticle(html: string): { html: string; title: string } | undefined {
  try {
    const { document } = parseHTML(html);
    const article = new Readability(document, { keepClasses: true }).parse();
    return article?.content
      ? { html: article.content, title: (article.title ?? '').replaceAll(/\s+/g, ' ').trim() }
      : undefined;
  } catch {
    // Readability walks the tree recursively and trusts its input; the whole page is a good enough result.
    return undefined;
  }
}

/** Headings of Markdown below the first level that are not links: links lead to other articles. */
function countHeadings(text: string): number {
  return text.match(/^#{2,6} (?!.*\]\()/gm)?.length ?? 0;
}

/** Readability removes the headline from the text; without it the first chunk does not name its subject. */
function withHeading(text: string, title: string, style: TextStyle): string {
  if (title === '' || text.startsWith('# ') || text.slice(0, title.length + 200).includes(title)) return text;
  return `${style === 'markdown' ? '# ' : ''}${title}\n\n${text}`;
}
