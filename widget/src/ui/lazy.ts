import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

export interface Lazy<Part> {
  /** Null until its code has come. */
  readonly part: ReadonlySignal<Part | null>;
  load(): Promise<void>;
}

/** A part of the panel whose code is fetched when it is first needed; a fetch that failed is tried again at the next need. */
export function lazy<Part>(fetchPart: () => Promise<Part>): Lazy<Part> {
  const part = signal<Part | null>(null);
  let loading: Promise<void> | undefined;
  return {
    part,
    load() {
      loading ??= fetchPart().then(
        (fetched) => {
          part.value = fetched;
        },
        () => {
          loading = undefined;
        },
      );
      return loading;
    },
  };
}
