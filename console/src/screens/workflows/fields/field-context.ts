import { createContext, type RefObject } from 'preact';
import { useContext } from 'preact/hooks';
import type { NameGroup } from './list-names.ts';

/** What the fields of a form share. */
export interface FieldScope {
  /** The names that expressions can use. */
  readonly names: readonly NameGroup[];
  /** The control that had the focus last. */
  readonly last: RefObject<Element | null>;
  readonly readOnly: boolean;
  /** Before the name of each control: the loops and the node, like `each.find.`. */
  readonly prefix: string;
}

export const FieldContext = createContext<FieldScope>({
  names: [],
  last: { current: null },
  readOnly: false,
  prefix: '',
});

export function useFieldScope(): FieldScope {
  return useContext(FieldContext);
}
