import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { loadOnce } from '../load-once.ts';

export interface Lazy<Part> {
  /** Null until its code is loaded. */
  readonly part: ReadonlySignal<Part | null>;
  load(): Promise<void>;
}

/** A part of the panel whose code is loaded on first use; a failed load is retried at the next use. */
export function lazy<Part>(fetchPart: () => Promise<Part>): Lazy<Part> {
  const part = signal<Part | null>(null);
  const fetchOnce = loadOnce(fetchPart);
  return {
    part,
    load: () =>
      fetchOnce().then(
        (fetched) => {
          part.value = fetched;
        },
        () => {},
      ),
  };
}
