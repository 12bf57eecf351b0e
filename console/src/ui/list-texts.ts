import type { Texts } from '../text/texts.ts';

export const listTexts = {
  findByName: ['Find by name', 'Nach Namen suchen', 'البحث بالاسم'],
  clearSearch: ['Clear search', 'Suche löschen', 'مسح البحث'],
  found: [
    { one: '{count} found', other: '{count} found' },
    { other: '{count} gefunden' },
    { one: 'نتيجة واحدة', two: 'نتيجتان', few: '{count} نتائج', other: '{count} نتيجة' },
  ],
} satisfies Texts;
