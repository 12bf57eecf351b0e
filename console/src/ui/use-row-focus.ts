import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Wanted {
  readonly at: number;
  /** Selectors of the controls in the row, the preferred one first. */
  readonly controls: readonly string[];
}

type FocusRow = (at: number, ...controls: string[]) => void;

/**
 * Moves the focus in a list of rows after one was added, moved or removed. Returns the ref of the list, and the
 * function that names the row which gets the focus next, in its first field by default. If the row doesn't exist, the
 * last one gets it; if there is none, the button after the rows.
 */
export function useRowFocus<List extends HTMLElement = HTMLFieldSetElement>(
  rowSelector = '.list-row',
): readonly [list: RefObject<List | null>, focusRow: FocusRow] {
  const list = useRef<List>(null);
  const wanted = useRef<Wanted | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { at, controls } = wanted.current;
    wanted.current = null;
    const rows = [...(list.current?.querySelectorAll(rowSelector) ?? [])];
    const row = rows[at] ?? rows.at(-1);
    const [control] = [...controls, 'input'].flatMap(
      (selector) => row?.querySelector<HTMLElement>(`${selector}:not([disabled])`) ?? [],
    );
    const chosen = control ?? list.current?.querySelector<HTMLElement>(':scope > div:last-child button');
    chosen?.focus();
    if (chosen instanceof HTMLInputElement) chosen.select();
  });
  return [list, (at, ...controls) => void (wanted.current = { at, controls })];
}
