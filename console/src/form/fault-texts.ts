import type { Texts } from '../text/texts.ts';

/** The error of a field, by the API's code. For codes without a text the server's message is shown. */
export const faultTexts = {
  required: ['This is required.', 'Das wird gebraucht.', 'هذا الحقل مطلوب.'],
  too_long: ['This is too long.', 'Das ist zu lang.', 'النص أطول من اللازم.'],
  too_short: ['This is too short.', 'Das ist zu kurz.', 'النص أقصر من اللازم.'],
  too_small: ['This number is too small.', 'Diese Zahl ist zu klein.', 'هذا الرقم صغير جدًا.'],
  too_large: ['This number is too large.', 'Diese Zahl ist zu groß.', 'هذا الرقم كبير جدًا.'],
  too_many: ['There are too many entries.', 'Das sind zu viele Einträge.', 'العناصر أكثر من اللازم.'],
  too_few: ['More entries are needed.', 'Es fehlen Einträge.', 'يلزم المزيد من العناصر.'],
  invalid_url: [
    'Use an address like https://example.com.',
    'Gib eine Adresse wie https://example.com ein.',
    'أدخل عنوانًا مثل https://example.com.',
  ],
  invalid_email: ['This is not an e-mail address.', 'Das ist keine E-Mail-Adresse.', 'هذا ليس بريدًا إلكترونيًا.'],
  invalid_number: ['Enter a number.', 'Gib eine Zahl ein.', 'أدخل رقمًا.'],
  taken: ['This is already in use.', 'Das ist schon vergeben.', 'هذا مستخدم بالفعل.'],
  not_found: ['This no longer exists.', 'Das gibt es nicht mehr.', 'لم يعد هذا موجودًا.'],
} satisfies Texts;
