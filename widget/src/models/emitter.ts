import type { Off } from '../types.ts';

/** Calls each listener. An error in one is reported to the page, and stops neither the others nor the caller. */
export function callEach<Args extends unknown[]>(listeners: Iterable<(...args: Args) => void>, ...args: Args): void {
  for (const listener of listeners) {
    try {
      listener(...args);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Listeners by event name; `onEvent` gets every event first. */
export function createEmitter<Events extends object>(
  onEvent?: (name: keyof Events & string, detail: Events[keyof Events & string]) => void,
) {
  const listeners = new Map<keyof Events, Set<(detail: never) => void>>();

  return {
    on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): Off {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    emit<Name extends keyof Events & string>(name: Name, detail: Events[Name]): void {
      onEvent?.(name, detail);
      callEach((listeners.get(name) ?? []) as Iterable<(detail: Events[Name]) => void>, detail);
    },
    clear(): void {
      onEvent = undefined;
      listeners.clear();
    },
  };
}
export type Emitter<Events extends object> = ReturnType<typeof createEmitter<Events>>;
