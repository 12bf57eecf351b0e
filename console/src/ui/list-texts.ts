import type { Texts } from '../text/texts.ts';

export const listTexts = {
  findByName: ['Find by name', 'Nach Namen suchen', 'البحث بالاسم'],
  clearSearch: ['Clear search', 'Suche löschen', 'مسح البحث'],
  sortBy: ['Sort by', 'Sortieren nach', 'الترتيب حسب'],
  newestFirst: ['Newest first', 'Neueste zuerst', 'الأحدث أولًا'],
  ascending: ['{field}, ascending', '{field}, aufsteigend', '{field}، تصاعديًا'],
  descending: ['{field}, descending', '{field}, absteigend', '{field}، تنازليًا'],
  onlyFirst: [
    'Only the first {count} are listed. Find the others by name.',
    'Nur die ersten {count} sind aufgeführt. Die anderen findest du über ihren Namen.',
    'لا يُعرض هنا سوى أول {count}. ابحث عن البقية بالاسم.',
  ],
  found: [
    '{count} found',
    '{count} gefunden',
    { one: 'نتيجة واحدة', two: 'نتيجتان', few: '{count} نتائج', many: '{count} نتيجة', other: '{count} نتيجة' },
  ],
} satisfies Texts;
