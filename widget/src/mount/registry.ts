import type { ChatHandle, Off } from '../types.ts';

/** Chats mounted on this page, newest last, so that a hook can find its chat. */
const instances: ChatHandle[] = [];
const listeners = new Set<() => void>();

/** Calls for a chat that isn't mounted yet, with its id if one was given. */
let waiting: { id: string | undefined; action: (handle: ChatHandle) => void }[] = [];
const maxWaiting = 50;

/**
 * Runs an action on the chat with this id, or the last mounted one; if there is none, on the next one that is mounted.
 */
export function runOnInstance(id: string | undefined, action: (handle: ChatHandle) => void): void {
  const handle = findInstance(id);
  if (handle) action(handle);
  else waiting = [...waiting, { id, action }].slice(-maxWaiting);
}

/** Chats and forms in a corner of the page. */
const bubbles = new Set<Bubble>();
type Bubble = Pick<ChatHandle, 'close'>;

export function registerBubble(bubble: Bubble): Off {
  bubbles.add(bubble);
  return () => bubbles.delete(bubble);
}

/** One panel at a time is open: they would cover each other. */
export function closeOthers(opened: Bubble): void {
  for (const bubble of bubbles) if (bubble !== opened) bubble.close();
}

export function registerInstance(handle: ChatHandle): Off {
  instances.push(handle);
  const due = waiting.filter(({ id }) => id === undefined || id === handle.id);
  waiting = waiting.filter((call) => !due.includes(call));
  // Runs once the caller has its handle and its listeners.
  if (due.length > 0) queueMicrotask(() => due.forEach(({ action }) => action(handle)));
  for (const listener of listeners) listener();
  return () => {
    instances.splice(instances.indexOf(handle), 1);
    for (const listener of listeners) listener();
  };
}

/** The chat with this id; without an id, the last mounted one. */
export function findInstance(id?: string): ChatHandle | null {
  return (id === undefined ? instances.at(-1) : instances.findLast((handle) => handle.id === id)) ?? null;
}

export function watchInstances(listener: () => void): Off {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
