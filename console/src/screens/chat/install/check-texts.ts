import type { InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import type { Text, Texts } from '../../../text/texts.ts';

type Item = NonNullable<InterfaceCheck['items']>[number];

/** The result of each check by the API's `reason`, with its `values` as placeholders. */
export const checkTexts = {
  active: ['The chat is switched on.', 'Der Chat ist eingeschaltet.', 'الدردشة قيد التشغيل.'],
  paused: [
    'The chat is paused: visitors don’t see it.',
    'Der Chat ist pausiert: Gäste sehen ihn nicht.',
    'الدردشة موقوفة: لا يراها الزوار.',
  ],
  agent_active: ['{agent} answers.', '{agent} antwortet.', '{agent} يجيب.'],
  agent_archived: [
    '{agent} is archived and does not answer. Make the agent active again.',
    '{agent} ist archiviert und antwortet niemandem. Aktiviere ihn wieder.',
    '{agent} مؤرشف ولا يجيب أحدًا. أعد تنشيطه.',
  ],
  prompt_only: [
    'The agent has no knowledge base and answers from its instructions alone.',
    'Der Agent hat keine Wissensbasis und antwortet allein nach seinen Anweisungen.',
    'ليس للوكيل قاعدة معرفة، ويجيب من تعليماته وحدها.',
  ],
  knowledge_missing: [
    'The built-in model answers from knowledge only. Give the agent a knowledge base.',
    'Das eingebaute Modell antwortet nur aus Wissen. Gib dem Agenten eine Wissensbasis.',
    'النموذج المدمج يجيب من المعرفة فقط. أعطِ الوكيل قاعدة معرفة.',
  ],
  documents_ready: ['{parts}.', '{parts}.', '{parts}.'],
  documents_in_progress: [
    '{parts}. Wait until they are ready.',
    '{parts}. Warte, bis sie bereit sind.',
    '{parts}. انتظر حتى تصبح جاهزة.',
  ],
  documents_missing: [
    '{parts}. Add a document to the knowledge base.',
    '{parts}. Füge der Wissensbasis ein Dokument hinzu.',
    '{parts}. أضف مستندًا إلى قاعدة المعرفة.',
  ],
  caps_none: [
    'No daily limit is set: visitors can spend any amount in a day.',
    'Keine Tagesgrenze ist gesetzt: Gäste können an einem Tag beliebig viel verbrauchen.',
    'لم يُضبط حد يومي: يمكن للزوار استهلاك أي قدر في اليوم.',
  ],
  caps_set: ['For all visitors together: {parts}.', 'Für alle Gäste zusammen: {parts}.', 'لجميع الزوار معًا: {parts}.'],
  caps_reached: [
    'Today’s limit is reached ({parts}): visitors get no answers until midnight UTC. Raise it or wait.',
    'Die heutige Grenze ist erreicht ({parts}): Gäste bekommen bis Mitternacht UTC keine Antworten. Erhöhe sie oder warte.',
    'بُلغ حد اليوم ({parts}): لا يتلقى الزوار إجابات حتى منتصف الليل بالتوقيت العالمي. ارفعه أو انتظر.',
  ],
  origins_any: [
    'Any site may embed the chat. List your own sites to keep others out.',
    'Jede Website darf den Chat einbetten. Trage deine Websites ein, um andere auszuschließen.',
    'يمكن لأي موقع تضمين الدردشة. أدرج مواقعك لاستبعاد غيرها.',
  ],
  origins_listed: [
    'Only {parts} may embed the chat.',
    'Der Chat lässt sich nur auf {parts} einbetten.',
    'يقتصر تضمين الدردشة على {parts}.',
  ],
  domains_none: [
    'The chat has no domain of its own. It works without one.',
    'Der Chat hat keine eigene Domain. Er funktioniert auch ohne.',
    'ليس للدردشة نطاق خاص. وهي تعمل بدونه.',
  ],
  domains_verified: ['Every domain is verified.', 'Alle Domains sind bestätigt.', 'كل النطاقات مثبتة.'],
  domains_unverified: [
    {
      one: '{count} of {total} domains is not verified yet.',
      other: '{count} of {total} domains are not verified yet.',
    },
    {
      one: '{count} von {total} Domains ist noch nicht bestätigt.',
      other: '{count} von {total} Domains sind noch nicht bestätigt.',
    },
    'لم يُثبت بعد {count} من {total} من النطاقات.',
  ],
  sites_none: [
    'The widget was not seen on any site yet. Put the snippet into a page and open it.',
    'Das Widget wurde noch auf keiner Website gesehen. Füge den Code in eine Seite ein und öffne sie.',
    'لم تُشاهد الأداة في أي موقع بعد. ضع الرمز في صفحة وافتحها.',
  ],
  sites_seen: ['The widget was seen on {host}.', 'Das Widget wurde auf {host} gesehen.', 'شوهدت الأداة في {host}.'],
  mail_retried: [
    {
      one: 'The mail server has not accepted {count} e-mail, which will be sent again. Check SMTP_URL and MAIL_FROM, and the server’s log.',
      other:
        'The mail server has not accepted {count} e-mails, which will be sent again. Check SMTP_URL and MAIL_FROM, and the server’s log.',
    },
    {
      one: 'Der Mailserver hat {count} E-Mail nicht angenommen; sie wird noch einmal gesendet. Prüfe SMTP_URL und MAIL_FROM sowie das Protokoll des Servers.',
      other:
        'Der Mailserver hat {count} E-Mails nicht angenommen; sie werden noch einmal gesendet. Prüfe SMTP_URL und MAIL_FROM sowie das Protokoll des Servers.',
    },
    'لم يقبل خادم البريد رسائل سيُعاد إرسالها، وعددها {count}. تحقق من SMTP_URL وMAIL_FROM وسجل الخادم.',
  ],
  record_found: ['The DNS record was found.', 'Der DNS-Eintrag wurde gefunden.', 'عُثر على سجل DNS.'],
  record_unchecked: [
    'Not looked up yet. Add this DNS record:',
    'Noch nicht nachgesehen. Füge diesen DNS-Eintrag hinzu:',
    'لم يُبحث عنه بعد. أضف سجل DNS هذا:',
  ],
  record_missing: [
    'The record was not found. Add this DNS record:',
    'Der Eintrag wurde nicht gefunden. Füge diesen DNS-Eintrag hinzu:',
    'لم يُعثر على السجل. أضف سجل DNS هذا:',
  ],
  site_seen: ['The widget was loaded here.', 'Das Widget wurde hier geladen.', 'حُمّلت الأداة هنا.'],
} satisfies Texts & Record<InterfaceCheck['reason'] | Item['reason'], Text>;

/** Parts of the sentences above. */
export const checkPartTexts = {
  sitesSeenMore: [
    {
      one: 'The widget was seen on {host} and {count} more site.',
      other: 'The widget was seen on {host} and {count} more sites.',
    },
    {
      one: 'Das Widget wurde auf {host} und auf {count} weiterer Website gesehen.',
      other: 'Das Widget wurde auf {host} und auf {count} weiteren Websites gesehen.',
    },
    {
      one: 'شوهدت الأداة في {host} وموقع آخر.',
      two: 'شوهدت الأداة في {host} وموقعين آخرين.',
      few: 'شوهدت الأداة في {host} و{count} مواقع أخرى.',
      many: 'شوهدت الأداة في {host} و{count} موقعًا آخر.',
      other: 'شوهدت الأداة في {host} و{count} موقع آخر.',
    },
  ],
  ready: [
    { one: '{count} document is ready', other: '{count} documents are ready' },
    { one: '{count} Dokument ist bereit', other: '{count} Dokumente sind bereit' },
    {
      zero: 'لا مستندات جاهزة',
      one: 'مستند واحد جاهز',
      two: 'مستندان جاهزان',
      few: '{count} مستندات جاهزة',
      many: '{count} مستندًا جاهزًا',
      other: '{count} مستند جاهز',
    },
  ],
  inProgress: ['{count} in progress', '{count} in Arbeit', '{count} قيد المعالجة'],
  failed: ['{count} failed', '{count} fehlgeschlagen', '{count} فشل'],
  comma: [', ', ', ', '، '],
  dailyLimit: ['{name}: {amount}', '{name}: {amount}', '{name}: {amount}'],
} satisfies Texts;
