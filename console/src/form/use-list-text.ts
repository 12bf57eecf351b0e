import { useState } from 'preact/hooks';
import { isSameList } from './is-same-list.ts';

interface ListSyntax {
  /** The items of a text. */
  readonly split: (text: string) => string[];
  readonly join: (items: readonly string[]) => string;
}

/**
 * A list that is typed as one text. Returns the text as it was typed, because a separator at its end would vanish if the
 * list was written again after each key; and the function that changes it.
 */
export function useListText(
  items: readonly string[],
  onItems: (items: string[]) => void,
  { split, join }: ListSyntax,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(() => join(items));
  // Another list comes from outside: the input was discarded, or the field is another item's after a move.
  const isTyped = isSameList(split(typed), items);
  const type = (text: string) => {
    setTyped(text);
    onItems(split(text));
  };
  return [isTyped ? typed : join(items), type];
}
