import { useState } from 'preact/hooks';
import { isSameList } from '../../../form/is-same-list.ts';

interface Keyed {
  readonly names: readonly string[];
  readonly keys: readonly number[];
}

/** Keys for items with unique names, which stay theirs while items are moved, added, removed, or renamed one at a time. */
export function useKeys(names: readonly string[]): readonly number[] {
  const [keyed, setKeyed] = useState<Keyed>({ names, keys: [...names.keys()] });
  if (isSameList(keyed.names, names)) return keyed.keys;
  const next = follow(keyed, names);
  setKeyed({ names, keys: next });
  return next;
}

function follow({ names: before, keys }: Keyed, names: readonly string[]): readonly number[] {
  const changed = names.filter((name, at) => name !== before[at]);
  if (changed.length === 1 && names.length === before.length) return keys;
  const left = before.map((name, at) => ({ name, key: keys[at] }));
  let last = Math.max(-1, ...keys);
  return names.map((name) => {
    const found = left.findIndex((each) => each.name === name);
    const [same] = found === -1 ? [] : left.splice(found, 1);
    return same?.key ?? (last += 1);
  });
}
