import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { emptyState } from '../read-state.ts';
import { findInstance, watchInstances } from '../registry.ts';
import type { ChatHandle, ChatState, Identity } from '../types.ts';

/** What `usePortico` gives: the chat's state and its verbs. Verbs do nothing while no chat is mounted. */
export interface Portico extends ChatState {
  isMounted: boolean;
  open(): void;
  close(): void;
  toggle(): void;
  send(text: string): void;
  prefill(text: string): void;
  newThread(): void;
  identify(identity: Identity): void;
  logout(): void;
  consent(decision: 'granted' | 'denied'): void;
  /** The mounted chat itself, for everything else. */
  handle: ChatHandle | null;
}

const nothing: ChatState = emptyState();

/** The chat mounted on this page, by its id, or the one mounted last. Works anywhere in the tree. */
export function usePortico(id?: string): Portico {
  const subscribe = useCallback(
    (listener: () => void) => {
      let off = findInstance(id)?.subscribe(listener);
      const offInstances = watchInstances(() => {
        off?.();
        off = findInstance(id)?.subscribe(listener);
        listener();
      });
      return () => {
        off?.();
        offInstances();
      };
    },
    [id],
  );
  const handle = useSyncExternalStore(
    subscribe,
    () => findInstance(id),
    () => null,
  );
  const state = useSyncExternalStore(
    subscribe,
    () => findInstance(id)?.getState() ?? nothing,
    () => nothing,
  );
  const verbs = useMemo(
    () => ({
      open: () => handle?.open(),
      close: () => handle?.close(),
      toggle: () => handle?.toggle(),
      send: (text: string) => handle?.send(text),
      prefill: (text: string) => handle?.prefill(text),
      newThread: () => handle?.newThread(),
      identify: (identity: Identity) => handle?.identify(identity),
      logout: () => handle?.logout(),
      consent: (decision: 'granted' | 'denied') => handle?.consent(decision),
    }),
    [handle],
  );
  return { ...state, ...verbs, handle, isMounted: handle !== null };
}
