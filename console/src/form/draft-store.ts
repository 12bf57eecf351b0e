import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { readStored, removeStored, writeStored } from '../app/stored.ts';
import { isValues, type Values } from './changes.ts';

type Listener = (changes: Values | undefined) => void;

/** Unsaved input, by the name of its form. It is stored in this tab: it survives a reload and a lost session. */
export interface Drafts {
  read(name: string): Values | undefined;
  /** Stores the unsaved input of a form; undefined if everything is saved. */
  write(name: string, changes: Values | undefined): void;
  /** Reports every change of a form's unsaved input. Returns the function that stops it. */
  onChange(name: string, listener: Listener): () => void;
}

/** The unsaved input of a person in this tab: what belongs to the workspace, and to the person in every workspace. */
export interface DraftStore {
  readonly workspace: Drafts;
  readonly person: Drafts;
  /** Deletes all unsaved input of this tab, also of other workspaces; nothing is stored afterwards. */
  close(): void;
}

/** No form can read or write the input of another person or workspace: their ids are part of every key. */
export function createDraftStore(personId: string, workspaceId: string): DraftStore {
  // A request that ends after the person has signed out, such as a suggestion, must not store its text again.
  let isClosed = false;
  const createDrafts = (owner: string): Drafts => {
    const listeners = new Set<readonly [name: string, listener: Listener]>();
    const keyOf = (name: string) => `${prefix}${owner}:${name}`;
    return {
      read: (name) => {
        const stored = readStored('session', keyOf(name));
        return isValues(stored) ? stored : undefined;
      },
      write: (name, changes) => {
        if (!isClosed) writeStored('session', keyOf(name), changes);
        for (const [listened, listener] of listeners) if (listened === name) listener(changes);
      },
      onChange: (name, listener) => {
        const entry = [name, listener] as const;
        listeners.add(entry);
        return () => void listeners.delete(entry);
      },
    };
  };
  return {
    workspace: createDrafts(`${personId}/${workspaceId}`),
    person: createDrafts(personId),
    close: () => {
      isClosed = true;
      removeStored('session', prefix);
    },
  };
}

/** The key of what the changed members were when the changes began; a later reload may find others saved. */
export function beginningOf(name: string): string {
  return `${name}#beginning`;
}

const prefix = 'draft:';

export const DraftStoreContext = createContext<DraftStore | null>(null);

export function useDraftStore(): DraftStore {
  const store = useContext(DraftStoreContext);
  if (store === null) throw new Error('no DraftsProvider above');
  return store;
}

/** The unsaved input of the signed-in person in the workspace. */
export function useDrafts(): Drafts {
  return useDraftStore().workspace;
}
