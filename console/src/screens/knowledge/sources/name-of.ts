import type { Source } from '@portico/shared-types/api/sources';

/** The name of a source: its start address. Not beside its state, whose texts the home screen would load with it. */
export function nameOf({ url, urls }: Source): string {
  const first = url ?? urls[0] ?? '';
  const name = first.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return urls.length > 1 ? `${name} +${urls.length - 1}` : name;
}
