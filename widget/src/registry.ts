import type { ChatHandle, Off } from './types.ts';

/** Chats mounted on this page, newest last, so that a hook can find the one it is for. */
const instances: ChatHandle[] = [];
const listeners = new Set<() => void>();

export function registerInstance(handle: ChatHandle): Off {
  instances.push(handle);
  for (const listener of listeners) listener();
  return () => {
    instances.splice(instances.indexOf(handle), 1);
    for (const listener of listeners) listener();
  };
}

/** The chat with this id; without one, the one mounted last. */
export function findInstance(id?: string): ChatHandle | null {
  return (id === undefined ? instances.at(-1) : instances.findLast((handle) => handle.id === id)) ?? null;
}

export function watchInstances(listener: () => void): Off {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
