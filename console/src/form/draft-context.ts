import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Values } from './changes.ts';

/** What the server said against the values of the last save. */
export interface Rejected {
  readonly values: Values;
  /** The text at each path, like `tools.0.request.url`. */
  readonly faults: readonly { readonly path: string; readonly text: string }[];
}

interface Draft {
  /** The unsaved changes as a merge patch; undefined if there are none. */
  readonly changes: Values | undefined;
  /** Missing if the last save has succeeded, and after a discard. */
  readonly rejected?: Rejected | undefined;
  readonly readOnly: boolean;
}

export const DraftContext = createContext<Draft>({ changes: undefined, readOnly: false });

export function useDraft(): Draft {
  return useContext(DraftContext);
}
