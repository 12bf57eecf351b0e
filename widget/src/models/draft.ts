import { effect, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Consent } from './consent.ts';
import type { ChatStorage } from './storage.ts';

/**
 * What the visitor is writing. It is kept for the site's next page; nothing is stored before the visitor agrees and
 * something is typed. Also returns a function that stops it.
 */
export function createDraft(storage: ChatStorage, { state }: Consent): [draft: Signal<string>, stop: () => void] {
  const draft = signal(storage.read().draft ?? '');
  const stop = effect(() => {
    if (state.value === 'granted' && draft.value !== (storage.read().draft ?? ''))
      storage.update({ draft: draft.value });
  });
  return [draft, stop];
}
