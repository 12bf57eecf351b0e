import type { Texts } from '../../../text/texts.ts';

export const versionTexts = {
  versions: ['Versions', 'Versionen', 'الإصدارات'],
  help: [
    'A version is created each time the agent is saved. Restoring an earlier one saves it as the newest, so nothing is lost.',
    'Jedes Speichern dieses Agenten. Wiederherstellen macht einen früheren Zustand zum neuesten; nichts geht verloren.',
    'كل مرة حُفظ فيها هذا الوكيل. تجعل الاستعادة حالة سابقة هي الأحدث ولا يضيع شيء.',
  ],
  version: ['Version {number}', 'Version {number}', 'الإصدار {number}'],
  current: ['Current', 'Aktuell', 'الحالي'],
  first: ['The first version.', 'Die erste Version.', 'الإصدار الأول.'],
  nothing: ['Only its state changed.', 'Nichts als der Zustand hat sich geändert.', 'لم يتغير سوى الحالة.'],
  comparedBefore: ['What this version changed', 'Was diese Version änderte', 'ما غيّره هذا الإصدار'],
  comparedNow: ['What restoring would change', 'Was Wiederherstellen ändern würde', 'ما ستغيّره الاستعادة'],
  restore: ['Restore', 'Wiederherstellen', 'استعادة'],
  restored: ['Version {number} is back', 'Version {number} ist zurück', 'عاد الإصدار {number}'],
  removed: ['removed', 'entfernt', 'أُزيل'],
  added: ['added', 'hinzugefügt', 'أُضيف'],
} satisfies Texts;
