import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-people';
import { effect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Face } from '../face.ts';
import type { Beginning } from './beginning.ts';
import { listLanguages } from '../locales/list-languages.ts';
import { RequestError } from '../transport/errors.ts';
import type { ChatMessage } from '../types.ts';

/** Says that a mail's link no longer works, unless this browser has the conversation anyway. Returns a function that stops it. */
export function explain(
  face: ReadonlySignal<Face>,
  messages: ReadonlySignal<readonly ChatMessage[]>,
  isLoading: ReadonlySignal<boolean>,
  { isAsking }: Beginning,
  fail: (thrown: unknown) => void,
): () => void {
  const stop = effect(() => {
    // The new session waits for the answers to the questions before the chat.
    if (isLoading.value && !isAsking.value) return;
    queueMicrotask(() => stop());
    const { linkRefused } = textsByLanguage[chooseLanguage(listLanguages(face.peek().locale))];
    if (messages.peek().length === 0) fail(new RequestError('link_refused', 401, linkRefused));
  });
  return stop;
}
