import type { Texts } from '../text/texts.ts';

export const dataTexts = {
  showAll: [
    { one: 'Show all ({count} character)', other: 'Show all ({count} characters)' },
    'Alles anzeigen ({count} Zeichen)',
    {
      one: 'إظهار الكل (حرف واحد)',
      two: 'إظهار الكل (حرفان)',
      few: 'إظهار الكل ({count} أحرف)',
      many: 'إظهار الكل ({count} حرفًا)',
      other: 'إظهار الكل ({count} حرف)',
    },
  ],
  showWhole: ['Show all', 'Alles anzeigen', 'إظهار الكل'],
  showLess: ['Show less', 'Weniger anzeigen', 'إظهار أقل'],
  showFields: [
    { one: 'Show {count} more field', other: 'Show {count} more fields' },
    { one: '{count} weiteres Feld anzeigen', other: '{count} weitere Felder anzeigen' },
    {
      one: 'إظهار حقل آخر',
      two: 'إظهار حقلين آخرين',
      few: 'إظهار {count} حقول أخرى',
      many: 'إظهار {count} حقلًا آخر',
      other: 'إظهار {count} حقل آخر',
    },
  ],
  tooLong: [
    'This is only the beginning: the rest is too long to show here. The copy has everything.',
    'Das ist nur der Anfang: Der Rest ist zu lang, um ihn hier anzuzeigen. Die Kopie enthält alles.',
    'هذه البداية فقط: الباقي أطول من أن يُعرض هنا. النسخة تحتوي على كل شيء.',
  ],
  copyAs: ['Copy {name} as JSON', '{name} als JSON kopieren', 'نسخ {name} بصيغة JSON'],
  nothing: ['None', 'Keine', 'لا شيء'],
} satisfies Texts;
