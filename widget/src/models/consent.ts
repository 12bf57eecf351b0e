import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ChatOptions } from '../types.ts';
import type { ChatStorage } from './storage.ts';

export interface Consent {
  readonly state: ReadonlySignal<'granted' | 'needed' | 'denied'>;
  /** The visitor was asked and agreed; undefined if no consent is needed. */
  isGiven(): boolean;
  decide(decision: 'granted' | 'denied'): void;
  /** The visitor agreed in another tab. */
  follow(): void;
  reset(): void;
}

/**
 * Whether the visitor has consented, if the page or the interface asks for it; `given` is what the page's options say.
 * The answer is stored with the conversation, and forgotten with it.
 */
export function createConsent(storage: ChatStorage, given: ChatOptions['consent'], isRequired: boolean): Consent {
  const isNeeded = given === 'required' || (isRequired && given !== 'granted');
  const first = isNeeded && storage.read().consent !== 'granted' ? 'needed' : 'granted';
  const state = signal<'granted' | 'needed' | 'denied'>(first);
  return {
    state,
    isGiven: () => isNeeded && state.peek() === 'granted',
    decide(decision) {
      state.value = decision;
      if (decision === 'granted') storage.update({ consent: 'granted' });
    },
    follow() {
      state.value = 'granted';
    },
    reset() {
      if (!isNeeded) return;
      // Drops the messages that wait for consent.
      state.value = 'denied';
      state.value = 'needed';
    },
  };
}
