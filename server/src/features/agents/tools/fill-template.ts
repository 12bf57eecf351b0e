const placeholder = /\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}/g;
const onlyPlaceholder = /^\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}$/;

/** Puts arguments where `{{ name }}` stands, in every string of a value; a string that is nothing else keeps the type. */
export function fillTemplate(template: unknown, input: Record<string, unknown>): unknown {
  if (typeof template === 'string') {
    const [, whole] = onlyPlaceholder.exec(template) ?? [];
    return whole === undefined ? fillText(template, input) : find(input, whole);
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, input));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fillTemplate(value, input)]));
}

/** Puts arguments into a text; `encode` makes each fit where it stands. */
export function fillText(
  template: string,
  input: Record<string, unknown>,
  encode: (text: string) => string = (text) => text,
): string {
  return template.replaceAll(placeholder, (_, path: string) => encode(toText(find(input, path))));
}

/** The arguments that a template names. */
export function findNamed(template: string): Set<string> {
  return new Set([...template.matchAll(placeholder)].map(([, path = '']) => path.split('.')[0] ?? ''));
}

function find(input: Record<string, unknown>, path: string): unknown {
  let value: unknown = input;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** A value of JSON inside of a text: strings as they are, nothing for what isn't there. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
