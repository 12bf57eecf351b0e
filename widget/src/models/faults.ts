import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { toChatError } from '../transport/errors.ts';
import type { ChatError } from '../types.ts';

/** An error: shown to the visitor, reported to the page. */
export interface Faults {
  readonly error: ReadonlySignal<ChatError | null>;
  /** Runs a call whose failure the visitor should see. False if it failed or returned false. */
  attempt(call: () => Promise<unknown>): Promise<boolean>;
  fail(thrown: unknown): void;
  /** Only reports it to the page. */
  report(fault: ChatError): void;
  dismiss(): void;
}

export function createFaults(onFault: (fault: ChatError) => void): Faults {
  const error = signal<ChatError | null>(null);

  function fail(thrown: unknown): void {
    error.value = toChatError(thrown);
    onFault(error.value);
  }

  return {
    error,
    fail,
    report: onFault,
    dismiss: () => {
      error.value = null;
    },
    async attempt(call) {
      error.value = null;
      try {
        return (await call()) !== false;
      } catch (thrown) {
        fail(thrown);
        return false;
      }
    },
  };
}
