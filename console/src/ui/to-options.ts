import type { Option } from './field.tsx';

/** The items as options of a filter. The address may name one that isn't among them, such as a deleted one. */
export function toOptions(items: readonly { id: string; name: string }[], chosen: string): Option[] {
  const options = items.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = chosen === '' || items.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { value: chosen, label: chosen }];
}
