import type { Texts } from '../../../text/texts.ts';

/** The result of each check in short; the server's message is in English and contains details. */
export const checkTexts = {
  status_ok: ['The chat is switched on.', 'Der Chat ist eingeschaltet.', 'الدردشة قيد التشغيل.'],
  status_open: [
    'The chat is paused: visitors don’t see it.',
    'Der Chat ist pausiert: Gäste sehen ihn nicht.',
    'الدردشة موقوفة: لا يراها الزوار.',
  ],
  agent_ok: ['The agent answers.', 'Der Agent antwortet.', 'الوكيل يجيب.'],
  agent_open: [
    'The agent is archived and does not answer.',
    'Der Agent ist archiviert und antwortet niemandem.',
    'الوكيل مؤرشف ولا يجيب أحدًا.',
  ],
  knowledge_ok: ['The agent’s knowledge is ready.', 'Das Wissen des Agenten ist bereit.', 'معرفة الوكيل جاهزة.'],
  knowledge_open: [
    'The agent has no indexed document yet.',
    'Der Agent hat kein Dokument, das bereit ist.',
    'ليس لدى الوكيل أي مستند جاهز.',
  ],
  caps_ok: ['No daily limit has been reached.', 'Keine heutige Grenze ist erreicht.', 'لم يُبلغ أي حد اليوم.'],
  caps_open: [
    'A daily limit has been reached: visitors get no answers until midnight UTC.',
    'Eine heutige Grenze ist erreicht: Gäste bekommen bis Mitternacht UTC keine Antworten.',
    'بُلغ حد اليوم: لا يتلقى الزوار إجابات حتى منتصف الليل بالتوقيت العالمي.',
  ],
  origins_ok: [
    'Your sites may embed the chat.',
    'Deine Websites dürfen den Chat einbetten.',
    'يمكن لمواقعك تضمين الدردشة.',
  ],
  origins_open: ['A site is missing.', 'Eine Website fehlt.', 'ينقص موقع.'],
  domains_ok: ['Every domain is verified.', 'Alle Domains sind bestätigt.', 'كل النطاقات مثبتة.'],
  domains_open: ['A domain is not verified yet.', 'Eine Domain ist noch nicht bestätigt.', 'نطاق لم يُثبت بعد.'],
  sites_ok: ['The widget was seen.', 'Das Widget wurde gesehen.', 'شوهدت الأداة.'],
  sites_open: [
    'The widget was not seen on any site yet. Put the snippet into a page and open it.',
    'Das Widget wurde noch auf keiner Website gesehen. Füge den Code in eine Seite ein und öffne sie.',
    'لم تُشاهد الأداة في أي موقع بعد. ضع الرمز في صفحة وافتحها.',
  ],
} satisfies Texts;
