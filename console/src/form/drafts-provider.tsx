import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { ownerOf, useSignedIn } from '../data/session.ts';
import { createDraftStore, DraftStoreContext } from './draft-store.ts';

/**
 * Unsaved input belongs to the signed-in person and the workspace. If they change, as when somebody else signs in after a
 * lost session, the forms on the screen are created again: they contain the input of the one before.
 */
export function DraftsProvider({ children }: { children: ComponentChildren }) {
  const me = useSignedIn();
  const { user, api_key: key, workspace } = me;
  const personId = user?.id ?? key?.id ?? '';
  const workspaceId = workspace?.id ?? '';
  const store = useMemo(() => createDraftStore(personId, workspaceId), [personId, workspaceId]);
  return (
    <DraftStoreContext.Provider key={ownerOf(me)} value={store}>
      {children}
    </DraftStoreContext.Provider>
  );
}
