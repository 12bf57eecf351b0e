import type { BootOptions } from './options.ts';

/**
 * A script's `data-…` attributes (docs/reference/embedding.md#attributes), or an element's own with an empty prefix, as
 * text. The panel interprets them; here only the two that are not plain strings are.
 */
export function readAttributes(element: Element, prefix: string): BootOptions {
  const options: Record<string, unknown> = {};
  for (const { name, value } of element.attributes) {
    const key = name.slice(prefix.length).replace('z-i', 'zI');
    if (name.startsWith(prefix)) options[key] = key === 'open' ? value !== 'false' : value;
  }
  return options;
}
