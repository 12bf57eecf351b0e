import { onReturn } from '@portico/browser-kit/events/back-off';
import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

export interface Lazy<Part> {
  /** Null until its code is loaded. */
  readonly part: ReadonlySignal<Part | null>;
  load(): Promise<void>;
}

/**
 * A part of the panel whose code is loaded on first use; a failed load is retried when the visitor returns, and at the
 * next use.
 */
export function lazy<Part>(fetchPart: () => Promise<Part>): Lazy<Part> {
  const part = signal<Part | null>(null);
  let loading: Promise<void> | undefined;
  let stopListening = (): void => {};
  const load = (): Promise<void> => {
    stopListening();
    loading ??= fetchPart().then(
      (fetched) => {
        part.value = fetched;
      },
      () => {
        loading = undefined;
        stopListening = onReturn(() => void load());
      },
    );
    return loading;
  };
  return { part, load };
}
