import type { Off } from '../types.ts';

/**
 * Listeners by event name; `onEvent` gets every event first. An error in a listener is reported to the page and stops no
 * other.
 */
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
      for (const listener of listeners.get(name) ?? []) {
        try {
          (listener as (detail: Events[Name]) => void)(detail);
        } catch (error) {
          reportError(error);
        }
      }
    },
    clear(): void {
      onEvent = undefined;
      listeners.clear();
    },
  };
}
export type Emitter<Events extends object> = ReturnType<typeof createEmitter<Events>>;
