import type { Say } from '../../../text/use-texts.ts';
import type { Texts } from '../../../text/texts.ts';

/** The objects of actions, by the first part of an action's code. */
const kinds = {
  agent: ['Agent', 'Agent', 'وكيل'],
  api_key: ['API key', 'API-Schlüssel', 'مفتاح API'],
  chat_interface: ['Chat', 'Chat', 'دردشة'],
  conversation: ['Conversation', 'Gespräch', 'محادثة'],
  export: ['Download', 'Download', 'تنزيل'],
  form_interface: ['Form', 'Formular', 'نموذج'],
  invitation: ['Invitation', 'Einladung', 'دعوة'],
  knowledge_base: ['Knowledge base', 'Wissensbasis', 'قاعدة معرفة'],
  member: ['Member', 'Mitglied', 'عضو'],
  oauth_grant: ['Access of an app', 'Zugriff einer App', 'وصول تطبيق'],
  persona: ['Persona', 'Persona', 'شخصية'],
  session: ['Sign-in', 'Anmeldung', 'تسجيل دخول'],
  source: ['Source', 'Quelle', 'مصدر'],
  submission: ['Submission', 'Einsendung', 'إرسال'],
  trigger: ['Trigger', 'Auslöser', 'مشغّل'],
  visitor: ['Visitor', 'Gast', 'زائر'],
  webhook: ['Webhook', 'Webhook', 'Webhook'],
  workflow: ['Workflow', 'Ablauf', 'سير عمل'],
  workspace: ['Workspace', 'Arbeitsbereich', 'مساحة عمل'],
} satisfies Texts;

/** The verbs, by the last part of the code. */
const acts = {
  created: ['created', 'angelegt', 'إنشاء'],
  updated: ['changed', 'geändert', 'تعديل'],
  deleted: ['deleted', 'gelöscht', 'حذف'],
  rotated: ['new secret', 'neues Geheimnis', 'سر جديد'],
  accepted: ['taken over', 'übernommen', 'تولٍّ'],
  failed: ['failed', 'fehlgeschlagen', 'فشل'],
  erased: ['erased', 'gelöscht', 'محو'],
  ended: ['ended', 'beendet', 'إنهاء'],
} satisfies Texts;

export const actionTexts = { ...kinds, ...acts } satisfies Texts;

/** An action like `api_key.rotated` in words; an unknown one as its code. */
export function nameAction(code: string, say: Say<typeof actionTexts>): string {
  const [kind = '', act = ''] = code.split('.');
  return isKeyOf(kinds, kind) && isKeyOf(acts, act) ? `${say(kind)}: ${say(act)}` : code;
}

function isKeyOf<T extends object>(texts: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(texts, key);
}
