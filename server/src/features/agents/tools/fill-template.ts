import { toText } from '../../../platform/to-text.ts';

const placeholder = /\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}/g;
const onlyPlaceholder = /^\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}$/;

/** Returns the value of a name in a template. */
export type Lookup = (path: string) => unknown;

/** Replaces `{{ name }}` in every string of a value; a string that consists of one placeholder keeps the type. */
export function fillTemplate(template: unknown, look: Lookup): unknown {
  if (typeof template === 'string') {
    const [, whole] = onlyPlaceholder.exec(template) ?? [];
    return whole === undefined ? fillText(template, look) : look(whole);
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, look));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fillTemplate(value, look)]));
}

/** Replaces the placeholders of a text; `encode` escapes each value for its position. */
export function fillText(template: string, look: Lookup, encode: (text: string) => string = (text) => text): string {
  return template.replaceAll(placeholder, (_, path: string) => encode(toText(look(path))));
}

/** The paths in a template. */
export function findNamed(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, path = '']) => path);
}

/** The value at a path of a call's arguments, or undefined. */
export function findArgument(input: Record<string, unknown>, path: string): unknown {
  let value: unknown = input;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
