import type { Texts } from '../text/texts.ts';

export const conflictTexts = {
  changedByOthers: [
    'Also changed by somebody else, or in another tab: {names}. Saving replaces that.',
    'Auch von jemand anderem oder in einem anderen Tab geändert: {names}. Speichern ersetzt das.',
    'غيّره أيضًا شخص آخر أو تبويب آخر: {names}. الحفظ يستبدل ذلك.',
  ],
  saveAnyway: ['Save anyway', 'Trotzdem speichern', 'احفظ على أي حال'],
} satisfies Texts;
