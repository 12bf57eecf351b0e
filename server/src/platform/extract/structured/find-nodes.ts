import { Parser } from 'htmlparser2';
import { isRecord } from '../../is-record.ts';

/** An object of schema.org, as JSON-LD writes it. */
export type Thing = Readonly<Record<string, unknown>>;

/** Bounds of what is read of a page: real pages have a few objects of some kilobytes. */
const maxScripts = 30;
const maxLength = 300_000;
const maxThings = 1_000;
const maxDepth = 8;
/** Characters of a text, and values of a property. */
const maxText = 300;
const maxValues = 50;

const opening = /<script\b/gi;
const ofData = /\btype\s{0,9}=\s{0,9}["']?application\/ld\+json\b/i;
/** Characters of an opening tag: one that never ends isn't searched to the end of the page. */
const maxTag = 800;

/** An object, and whether it is the page's own, and not that of a list, a partner, an event or a reviewer. */
export interface FoundThing {
  readonly thing: Thing;
  readonly isOwn: boolean;
}

/** Properties whose businesses are those of the page, unless they are of a list, a product or an event. */
const ownProperties: ReadonlySet<string> = new Set(
  '@graph about department hasPOS location mainEntity mainEntityOfPage publisher subOrganization'.split(' '),
);
/** What is about others, in all of its properties. */
const ofOthers = /(?:Action|Event|Festival|JobPosting|List|Offer|Product|Rating|Review)$/;

/** The objects in a page's JSON-LD, outermost first. Blocks that don't parse are left out. */
export function findThings(html: string): FoundThing[] {
  const things: FoundThing[] = [];
  const closing = /<\/script/gi;
  let count = 0;
  for (const { index } of html.matchAll(opening)) {
    const tag = html.slice(index, index + maxTag);
    const end = tag.indexOf('>');
    if (end < 0 || !ofData.test(tag.slice(0, end))) continue;
    count += 1;
    const start = index + end + 1;
    closing.lastIndex = start;
    const close = closing.exec(html)?.index;
    if (count > maxScripts || close === undefined) break;
    if (close - start <= maxLength) collect(parse(html.slice(start, close)), true, 0, things);
  }
  return things;
}

function parse(text: string): unknown {
  const json = text
    .replace(/^\s*(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\*\/)?)/, '')
    .replace(/(?:-->|(?:\/\/|\/\*)?\]\]>(?:\*\/)?)\s*$/, '');
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function collect(value: unknown, isOwn: boolean, depth: number, things: FoundThing[]): void {
  if (depth > maxDepth || things.length >= maxThings || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) collect(each, isOwn, depth + 1, things);
    return;
  }
  if (!isRecord(value)) return;
  if (value['@type'] !== undefined) things.push({ thing: value, isOwn });
  const hasOwn = isOwn && !hasType(value, ofOthers);
  for (const [name, each] of Object.entries(value)) collect(each, hasOwn && ownProperties.has(name), depth + 1, things);
}

/** The values of a property, which may have one or several; only the first ones of very many. */
export function listValues(thing: Thing, name: string): unknown[] {
  const value = thing[name];
  return value === undefined || value === null ? [] : Array.isArray(value) ? value.slice(0, maxValues) : [value];
}

/** A property's text in one line, without markup, or the name of its object; empty if it has none. */
export function readText(thing: Thing, name: string): string {
  const texts = listValues(thing, name).map((value) => (isRecord(value) ? toLine(value['name']) : toLine(value)));
  return texts
    .filter((text) => text !== '')
    .join(', ')
    .slice(0, maxText);
}

/** A text or number in one line, without markup; empty for others. */
export function toLine(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return stripMarkup(String(value).slice(0, maxText * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxText);
}

/** Many pages have markup and its escapes also in their data. */
function stripMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text;
  let plain = '';
  const parser = new Parser({
    onopentag: () => (plain += ' '),
    onclosetag: () => (plain += ' '),
    ontext: (part) => (plain += part),
  });
  parser.end(text);
  return plain;
}

export function hasType(thing: Thing, name: RegExp): boolean {
  return listValues(thing, '@type').some((type) => typeof type === 'string' && name.test(type));
}
