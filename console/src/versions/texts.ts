import type { Texts } from '../text/texts.ts';

export const versionTexts = {
  versions: ['Versions', 'Versionen', 'الإصدارات'],
  version: ['Version {number}', 'Version {number}', 'الإصدار {number}'],
  current: ['Current', 'Aktuell', 'الحالي'],
  first: ['The first version.', 'Die erste Version.', 'الإصدار الأول.'],
  nothing: ['Only its state changed.', 'Nichts als der Zustand hat sich geändert.', 'لم يتغير سوى الحالة.'],
  comparedBefore: ['What this version changed', 'Was diese Version änderte', 'ما غيّره هذا الإصدار'],
  comparedNow: ['What restoring would change', 'Was Wiederherstellen ändern würde', 'ما ستغيّره الاستعادة'],
  restore: ['Restore', 'Wiederherstellen', 'استعادة'],
  restored: ['Version {number} is back', 'Version {number} ist zurück', 'عاد الإصدار {number}'],
  gap: [
    { one: '{count} unchanged line', other: '{count} unchanged lines' },
    { one: '{count} unveränderte Zeile', other: '{count} unveränderte Zeilen' },
    {
      one: 'سطر واحد بلا تغيير',
      two: 'سطران بلا تغيير',
      few: '{count} أسطر بلا تغيير',
      many: '{count} سطرًا بلا تغيير',
      other: '{count} سطر بلا تغيير',
    },
  ],
  removed: ['removed', 'entfernt', 'أُزيل'],
  added: ['added', 'hinzugefügt', 'أُضيف'],
} satisfies Texts;
