/** An object of schema.org, as JSON-LD writes it. */
export type Thing = Readonly<Record<string, unknown>>;

/** Bounds of what is read of a page: real pages have a few objects of some kilobytes. */
const maxScripts = 30;
const maxLength = 300_000;
const maxThings = 1_000;
const maxDepth = 8;

const opening = /<script\b[^>]{0,400}?\btype\s*=\s*["']?application\/ld\+json\b[^>]{0,400}>/gi;

/** The objects in a page's JSON-LD, outermost first. Blocks that don't parse are left out. */
export function findThings(html: string): Thing[] {
  const things: Thing[] = [];
  const closing = /<\/script/gi;
  let count = 0;
  for (const found of html.matchAll(opening)) {
    count += 1;
    const start = found.index + found[0].length;
    closing.lastIndex = start;
    const close = closing.exec(html)?.index;
    if (count > maxScripts || close === undefined) break;
    if (close - start <= maxLength) collect(parse(html.slice(start, close)), 0, things);
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

function collect(value: unknown, depth: number, things: Thing[]): void {
  if (depth > maxDepth || things.length >= maxThings || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) collect(each, depth + 1, things);
    return;
  }
  if (isThing(value) && value['@type'] !== undefined) things.push(value);
  for (const each of Object.values(value)) collect(each, depth + 1, things);
}

export function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values of a property, which may have one or several. */
export function listValues(thing: Thing, name: string): unknown[] {
  const value = thing[name];
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

/** A property's text in one line, without markup; empty if it has none. */
export function readText(thing: Thing, name: string): string {
  const texts = listValues(thing, name).map((value) => (isThing(value) ? readText(value, 'name') : toText(value)));
  return texts.filter((text) => text !== '').join(', ');
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll(/\s+/g, ' ').trim() : '';
}

export function hasType(thing: Thing, name: RegExp): boolean {
  return listValues(thing, '@type').some((type) => typeof type === 'string' && name.test(type));
}
