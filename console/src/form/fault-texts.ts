import type { Texts } from '../text/texts.ts';

/** The error of a field, by the API's code. For codes without a text the server's message is shown. `count` is a limit from the message. */
export const faultTexts = {
  required: ['This is required.', 'Das ist eine Pflichtangabe.', 'هذا الحقل مطلوب.'],
  too_long: ['This is too long.', 'Das ist zu lang.', 'النص أطول من اللازم.'],
  too_short: ['This is too short.', 'Das ist zu kurz.', 'النص أقصر من اللازم.'],
  too_small: ['This number is too small.', 'Diese Zahl ist zu klein.', 'هذا الرقم صغير جدًا.'],
  too_large: ['This number is too large.', 'Diese Zahl ist zu groß.', 'هذا الرقم كبير جدًا.'],
  too_many: ['There are too many entries.', 'Das sind zu viele Einträge.', 'العناصر أكثر من اللازم.'],
  too_few: ['More entries are needed.', 'Es fehlen Einträge.', 'يلزم المزيد من العناصر.'],
  too_long_limit: [
    { one: 'Use at most {count} character.', other: 'Use at most {count} characters.' },
    'Höchstens {count} Zeichen.',
    {
      one: 'استخدم حرفًا واحدًا على الأكثر.',
      two: 'استخدم حرفين على الأكثر.',
      few: 'استخدم {count} أحرف على الأكثر.',
      many: 'استخدم {count} حرفًا على الأكثر.',
      other: 'استخدم {count} حرف على الأكثر.',
    },
  ],
  too_short_limit: [
    { one: 'Use at least {count} character.', other: 'Use at least {count} characters.' },
    'Mindestens {count} Zeichen.',
    {
      one: 'استخدم حرفًا واحدًا على الأقل.',
      two: 'استخدم حرفين على الأقل.',
      few: 'استخدم {count} أحرف على الأقل.',
      many: 'استخدم {count} حرفًا على الأقل.',
      other: 'استخدم {count} حرف على الأقل.',
    },
  ],
  too_small_limit: ['Enter at least {count}.', 'Gib mindestens {count} ein.', 'أدخل {count} على الأقل.'],
  too_large_limit: ['Enter at most {count}.', 'Gib höchstens {count} ein.', 'أدخل {count} على الأكثر.'],
  too_many_limit: [
    { one: 'At most {count} entry is possible.', other: 'At most {count} entries are possible.' },
    { one: 'Höchstens {count} Eintrag ist möglich.', other: 'Höchstens {count} Einträge sind möglich.' },
    'الحد الأقصى {count} من العناصر.',
  ],
  invalid_url: [
    'Use an address like https://example.com.',
    'Gib eine Adresse wie https://example.com ein.',
    'أدخل عنوانًا مثل https://example.com.',
  ],
  invalid_email: ['This is not an e-mail address.', 'Das ist keine E-Mail-Adresse.', 'هذا ليس بريدًا إلكترونيًا.'],
  invalid_number: ['Enter a number.', 'Gib eine Zahl ein.', 'أدخل رقمًا.'],
  unclear_number: [
    'This can be read in two ways. Enter {whole} for a whole number, or {decimal} for one with decimals.',
    'Das lässt sich auf zwei Arten lesen. Gib {whole} für die ganze Zahl oder {decimal} für die Dezimalzahl ein.',
    'يمكن قراءة هذا الرقم بطريقتين. أدخل {whole} للعدد الصحيح أو {decimal} للعدد العشري.',
  ],
  invalid_json: ['This is not valid JSON.', 'Das ist kein gültiges JSON.', 'هذا ليس JSON صالحًا.'],
  taken: ['This is already in use.', 'Das ist schon vergeben.', 'هذا مستخدم بالفعل.'],
  file_type: [
    'No text can be read from this type of file.',
    'Aus dieser Art von Datei lässt sich kein Text lesen.',
    'لا يمكن قراءة نص من هذا النوع من الملفات.',
  ],
  chat_deleted: [
    'The chat was deleted, so the visitor can’t read replies. You can still add notes.',
    'Der Chat wurde gelöscht, der Gast kann also keine Antworten lesen. Notizen sind weiterhin möglich.',
    'حُذفت الدردشة، فلا يستطيع الزائر قراءة الردود. لا يزال بإمكانك إضافة ملاحظات.',
  ],
  chat_paused: [
    'The chat is paused, so the visitor can’t read replies until it is active again. You can still add notes.',
    'Der Chat ist pausiert, der Gast kann also keine Antworten lesen, bis er wieder aktiv ist. Notizen sind weiterhin möglich.',
    'الدردشة متوقفة مؤقتًا، فلا يستطيع الزائر قراءة الردود حتى تُفعَّل من جديد. لا يزال بإمكانك إضافة ملاحظات.',
  ],
  not_found: ['This no longer exists.', 'Das gibt es nicht mehr.', 'لم يعد هذا موجودًا.'],
} satisfies Texts;
