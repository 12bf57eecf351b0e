import type { Texts } from '../../text/texts.ts';

export const inputTexts = {
  yes: ['Yes', 'Ja', 'نعم'],
  no: ['No', 'Nein', 'لا'],
  notSet: ['Not set', 'Nicht gesetzt', 'غير محدد'],
} satisfies Texts;
