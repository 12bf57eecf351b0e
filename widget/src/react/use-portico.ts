import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { emptyState } from '../mount/read-state.ts';
import { findInstance, runOnInstance, watchInstances } from '../mount/registry.ts';
import type { ChatHandle, ChatState, Identity } from '../types.ts';

/**
 * The return value of `usePortico`: the chat's state and its methods. Calls made while no chat is mounted wait for the
 * next one, in order; the last 50 calls are kept.
 */
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
  const verbs = useMemo(() => {
    const run = (action: (handle: ChatHandle) => void) => runOnInstance(id, action);
    return {
      open: () => run((chat) => chat.open()),
      close: () => run((chat) => chat.close()),
      toggle: () => run((chat) => chat.toggle()),
      send: (text: string) => run((chat) => chat.send(text)),
      prefill: (text: string) => run((chat) => chat.prefill(text)),
      newThread: () => run((chat) => chat.newThread()),
      identify: (identity: Identity) => run((chat) => chat.identify(identity)),
      logout: () => run((chat) => chat.logout()),
      consent: (decision: 'granted' | 'denied') => run((chat) => chat.consent(decision)),
    };
  }, [id]);
  return { ...state, ...verbs, handle, isMounted: handle !== null };
}
