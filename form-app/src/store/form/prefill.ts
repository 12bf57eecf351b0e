import type { PublicForm } from '@portico/shared-types/api/public-forms';
import type { Prefill } from './values-slice.ts';

/**
 * Values from the address: `?message=…&url=…&url=…&topic=…`. A field whose name is reserved (message, url, locale,
 * theme) is set with `inputs.<name>`.
 */
export function readPrefill(search: string, form: PublicForm): Prefill {
  const query = new URLSearchParams(search);
  const inputs: Record<string, unknown> = {};
  for (const { name, type } of form.fields) {
    const plain = reserved.has(name) ? [] : query.getAll(name);
    const values = [...query.getAll(`inputs.${name}`), ...plain];
    if (values.length > 0) inputs[name] = type === 'multiselect' && values.length > 1 ? values : values[0];
  }
  return { message: query.get('message') ?? undefined, urls: query.getAll('url'), inputs };
}

const reserved: ReadonlySet<string> = new Set(['message', 'url', 'locale', 'theme']);
