import type { BootOptions } from './options.ts';

/**
 * A script's `data-…` attributes (docs/reference/embedding.md#attributes), or an element's own with an empty prefix, as
 * text. The panel interprets them; here only the two that are not plain strings are.
 */
export function readAttributes(element: Element, prefix: string): BootOptions {
  const options: Record<string, unknown> = {};
  for (const { name, value } of element.attributes) {
    if (name.startsWith(prefix)) options[name.slice(prefix.length).replace('z-i', 'zI')] = value;
  }
  if ('open' in options) options['open'] = options['open'] !== 'false';
  return options;
}
