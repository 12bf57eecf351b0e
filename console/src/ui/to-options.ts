import type { Option } from './field.tsx';

/** The items of a list as options; none while it is being loaded. */
export function toOptions(items: readonly { id: string; name: string }[] | undefined): Option[] {
  return (items ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
