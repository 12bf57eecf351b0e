import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Values } from './changes.ts';

interface Draft {
  /** What isn't saved yet, as a merge patch; undefined if everything is. */
  readonly changes: Values | undefined;
  readonly readOnly: boolean;
}

export const DraftContext = createContext<Draft>({ changes: undefined, readOnly: false });

export function useDraft(): Draft {
  return useContext(DraftContext);
}
