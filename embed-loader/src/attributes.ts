import type { BootOptions } from './options.ts';

const NAMES = ['id', 'chat', 'form', 'host', 'mode', 'target', 'locale', 'theme', 'position', 'persistence', 'consent'];

/** Options from a script's `data-…` attributes (contract section 16), or from an element's own with an empty prefix. */
export function readAttributes(element: Element, prefix = 'data-'): BootOptions {
  const options: Record<string, unknown> = {};
  for (const name of NAMES) {
    const value = element.getAttribute(prefix + name);
    if (value) options[name] = value;
  }
  const zIndex = element.getAttribute(`${prefix}z-index`);
  if (zIndex) options['zIndex'] = Number(zIndex);
  const open = element.getAttribute(`${prefix}open`);
  if (open !== null) options['open'] = open !== 'false';
  const inputs: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    const field = name.split(`${prefix}prefill-`)[1];
    if (field) inputs[field] = value;
  }
  if (Object.keys(inputs).length > 0) options['prefill'] = { message: inputs['message'], inputs };
  return options;
}
