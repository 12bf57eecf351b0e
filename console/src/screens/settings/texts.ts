import type { Texts } from '../../text/texts.ts';

export const settingsTexts = {
  settings: ['Settings', 'Einstellungen', 'الإعدادات'],
  name: ['Name', 'Name', 'الاسم'],
  created: ['Created', 'Angelegt', 'أُنشئ'],
  status: ['Status', 'Status', 'الحالة'],
  never: ['Never', 'Nie', 'أبدًا'],
  type: ['Type', 'Art', 'النوع'],
} satisfies Texts;
