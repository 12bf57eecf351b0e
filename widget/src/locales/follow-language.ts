import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import type { Language as LanguageCode } from '@portico/shared-types/languages/lists/languages';
import { computed, effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Face } from '../face.ts';
import { listLanguages } from './list-languages.ts';
import { texts as en } from '@portico/shared-types/languages/en/widget';
import type { Texts } from '@portico/shared-types/languages/en/widget';
import { startLater } from '../start-later.ts';
import { loadTexts } from './load-texts.ts';

export interface Language {
  readonly code: ReadonlySignal<LanguageCode>;
  readonly texts: ReadonlySignal<Texts>;
  stop(): void;
}

/**
 * The language of the page's option, the interface, the page or the visitor, in this order, and its texts once
 * loaded; until then, those of the language before it, English at first.
 */
export function followLanguage(face: ReadonlySignal<Face>): Language {
  const code = computed(() => chooseLanguage(listLanguages(face.value.locale)));
  const texts = signal(en);
  const stop = effect(() => {
    const wanted = code.value;
    return startLater(async () => {
      const loaded = await loadTexts(wanted);
      return () => {
        texts.value = loaded;
        return () => {};
      };
    });
  });
  return { code, texts, stop };
}
