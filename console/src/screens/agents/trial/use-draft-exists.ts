import { useEffect, useState } from 'preact/hooks';
import { onDraftChange, readDraft } from '../../../form/draft-store.ts';

/** True while the form of this name has unsaved changes. */
export function useDraftExists(name: string): boolean {
  const [exists, setExists] = useState(() => readDraft(name) !== undefined);
  useEffect(() => onDraftChange(name, (draft) => setExists(draft !== undefined)), [name]);
  return exists;
}
