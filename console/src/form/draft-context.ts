import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Values } from './changes.ts';

interface Draft {
  /** The unsaved changes as a merge patch; undefined if there are none. */
  readonly changes: Values | undefined;
  readonly readOnly: boolean;
}

export const DraftContext = createContext<Draft>({ changes: undefined, readOnly: false });

export function useDraft(): Draft {
  return useContext(DraftContext);
}
