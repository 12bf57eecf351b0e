import type { Texts } from '../../../text/texts.ts';

export const triggerTexts = {
  help: [
    'What starts workflows by itself: a schedule, or a request to an address.',
    'Was Abläufe von selbst startet: ein Zeitplan oder eine Anfrage an eine Adresse.',
    'ما يبدأ سير العمل تلقائيًا: جدول زمني أو طلب إلى عنوان.',
  ],
  triggers: ['Triggers', 'Auslöser', 'المُشغّلات'],
  create: ['New trigger', 'Neuer Auslöser', 'مُشغّل جديد'],
  createAction: ['Create trigger', 'Auslöser anlegen', 'إنشاء'],
  emptyTitle: ['No triggers yet', 'Noch keine Auslöser', 'لا مُشغّلات بعد'],
  name: ['Name', 'Name', 'الاسم'],
  workflow: ['Workflow', 'Ablauf', 'سير العمل'],
  kind: ['Started by', 'Gestartet durch', 'يبدأ بواسطة'],
  manual: ['A call', 'Einen Aufruf', 'استدعاء'],
  schedule: ['A schedule', 'Einen Zeitplan', 'جدول زمني'],
  webhook: ['A request', 'Eine Anfrage', 'طلب'],
  cron: ['Schedule (cron)', 'Zeitplan (cron)', 'الجدول (cron)'],
  cronHelp: [
    'Minute, hour, day, month, weekday: 0 9 * * 1 is Mondays at 9.',
    'Minute, Stunde, Tag, Monat, Wochentag: 0 9 * * 1 ist montags um 9.',
    'دقيقة، ساعة، يوم، شهر، يوم الأسبوع: 0 9 * * 1 تعني الاثنين 9.',
  ],
  timezone: ['Time zone', 'Zeitzone', 'المنطقة الزمنية'],
  lastFired: ['Last fired', 'Zuletzt ausgelöst', 'آخر تشغيل'],
  never: ['Never', 'Nie', 'أبدًا'],
  enabled: ['On', 'Ein', 'مفعّل'],
  address: ['Its address', 'Seine Adresse', 'عنوانه'],
  secret: ['The secret', 'Das Geheimnis', 'السر'],
  deleteAction: ['Delete trigger', 'Auslöser löschen', 'حذف المُشغّل'],
  deleteTitle: ['Delete “{name}”?', '„{name}“ löschen?', 'حذف «{name}»؟'],
  deleteText: [
    'It starts nothing any more. The executions that it started stay.',
    'Er startet nichts mehr. Von ihm gestartete Ausführungen bleiben.',
    'لن يبدأ شيئًا. تبقى عمليات التنفيذ السابقة.',
  ],
} satisfies Texts;
