import type { Texts } from '../../../text/texts.ts';

export const workspaceTexts = {
  about: ['Workspace', 'Arbeitsbereich', 'مساحة العمل'],
  aboutHelp: [
    'Agents, knowledge, chats and members belong to one workspace.',
    'Agenten, Wissen, Chats und Mitglieder gehören zu einem Arbeitsbereich.',
    'تنتمي الوكلاء والمعرفة والدردشات والأعضاء إلى مساحة عمل واحدة.',
  ],
  name: ['Name', 'Name', 'الاسم'],
  timezone: ['Time zone', 'Zeitzone', 'المنطقة الزمنية'],
  timezoneHelp: [
    'Of business hours and schedules, like Europe/Berlin.',
    'Für Geschäftszeiten und Zeitpläne, etwa Europe/Berlin.',
    'لساعات العمل والجداول، مثل Europe/Berlin.',
  ],
  notices: ['Notices', 'Hinweise', 'التنبيهات'],
  noticesHelp: [
    'Who is told when a visitor waits for a person.',
    'Wer erfährt, wenn ein Gast auf einen Menschen wartet.',
    'من يُبلَّغ عندما ينتظر زائر شخصًا.',
  ],
  after: ['After', 'Nach', 'بعد'],
  seconds: ['seconds without an answer', 'Sekunden ohne Antwort', 'ثانية دون رد'],
  emails: ['E-mail to', 'E-Mail an', 'بريد إلى'],
  emailsHelp: [
    'Empty: the owners. Mail needs SMTP_URL on the server.',
    'Leer: die Inhaber. Für E-Mails braucht der Server SMTP_URL.',
    'فارغ: المالكون. يحتاج البريد SMTP_URL على الخادم.',
  ],
  webhook: ['Message to', 'Nachricht an', 'رسالة إلى'],
  webhookHelp: [
    'The address of an incoming webhook, as Slack and Teams make it.',
    'Die Adresse eines eingehenden Webhooks, wie Slack und Teams ihn anlegen.',
    'عنوان webhook وارد كما في Slack وTeams.',
  ],
  retention: ['Retention', 'Aufbewahrung', 'الاحتفاظ'],
  retentionHelp: [
    'What is older is deleted for good, once a day. Empty: kept for ever.',
    'Was älter ist, wird täglich endgültig gelöscht. Leer: bleibt für immer.',
    'يُحذف الأقدم نهائيًا كل يوم. فارغ: يبقى دائمًا.',
  ],
  days: ['days', 'Tage', 'يومًا'],
  conversations: ['Conversations', 'Gespräche', 'المحادثات'],
  submissions: ['Form submissions', 'Einsendungen', 'إرسالات النماذج'],
  executions: ['Executions', 'Ausführungen', 'عمليات التنفيذ'],
  deliveries: ['Webhook deliveries', 'Webhook-Zustellungen', 'تسليمات Webhook'],
  audit: ['Audit log', 'Protokoll', 'سجل التدقيق'],
} satisfies Texts;
