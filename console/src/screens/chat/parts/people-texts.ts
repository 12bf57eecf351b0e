import type { Texts } from '../../../text/texts.ts';

export const peopleTexts = {
  people: ['People', 'Menschen', 'أشخاص'],
  handover: ['Handing over to a person', 'Übergabe an einen Menschen', 'التحويل إلى شخص'],
  handoverHelp: [
    'Visitors can ask for a person, and the agent can, too. Your team answers in Conversations.',
    'Gäste können nach einem Menschen fragen, der Agent auch. Dein Team antwortet unter Gespräche.',
    'يمكن للزوار وللوكيل طلب شخص. يجيب فريقك في المحادثات.',
  ],
  enabled: ['Visitors can ask for a person', 'Gäste können um einen Menschen bitten', 'يمكن للزوار طلب شخص'],
  botWhileWaiting: [
    'The agent keeps answering while a visitor waits',
    'Der Agent antwortet weiter, während ein Gast wartet',
    'يواصل الوكيل الإجابة أثناء انتظار الزائر',
  ],
  hours: ['When people are available', 'Wann Menschen da sind', 'متى يتوفر الأشخاص'],
  always: ['Always', 'Immer', 'دائمًا'],
  business: ['In business hours', 'In den Geschäftszeiten', 'في ساعات العمل'],
  hoursHelp: [
    'Business hours are set in the settings of the workspace.',
    'Geschäftszeiten stehen in den Einstellungen des Arbeitsbereichs.',
    'تُضبط ساعات العمل في إعدادات مساحة العمل.',
  ],
  timeout: ['Nobody comes within', 'Niemand kommt innerhalb von', 'لم يأتِ أحد خلال'],
  minutes: ['minutes', 'Minuten', 'دقيقة'],
  away: ['Message if nobody comes', 'Nachricht, wenn niemand kommt', 'رسالة إن لم يأتِ أحد'],
  awayHelp: [
    'Empty: a text in the visitor’s language. The agent takes over again.',
    'Leer: ein Text in der Sprache des Gastes. Der Agent übernimmt wieder.',
    'فارغ: نص بلغة الزائر. يعود الوكيل إلى الإجابة.',
  ],
  askEmail: [
    'Offer to leave an e-mail address',
    'Anbieten, eine E-Mail-Adresse zu hinterlassen',
    'عرض ترك بريد إلكتروني',
  ],
  preChat: ['Before the first message', 'Vor der ersten Nachricht', 'قبل أول رسالة'],
  preChatHelp: [
    'A few questions that visitors answer before they write. Fields called name or email identify them.',
    'Einige Fragen, die Gäste vor dem Schreiben beantworten. Ein Feld namens name oder email sagt, wer sie sind.',
    'أسئلة قليلة يجيب عنها الزوار قبل الكتابة. الحقل المسمى name أو email يبيّن من هم.',
  ],
  preChatEnabled: ['Ask visitors first', 'Gäste zuerst fragen', 'سؤال الزوار أولًا'],
  robots: ['Protection from bots', 'Schutz vor Bots', 'الحماية من الروبوتات'],
  robotsHelp: [
    'A puzzle that the browser solves automatically makes floods of messages expensive. Visitors don’t notice it.',
    'Ein Rätsel, das der Browser selbst löst, macht Fluten teuer. Gäste sehen nichts davon.',
    'لغز يحله المتصفح بنفسه يجعل الإغراق مكلفًا. لا يراه الزوار.',
  ],
  challenge: ['Proof of work', 'Rechenaufgabe', 'إثبات العمل'],
  off: ['Off', 'Aus', 'معطّل'],
  proofOfWork: ['Each new session', 'Jede neue Sitzung', 'كل جلسة جديدة'],
  context: ['What the agent may know', 'Was der Agent wissen darf', 'ما يجوز أن يعرفه الوكيل'],
  contextHelp: [
    'Instructions and tools may use these as {{visitor.name}}. What is not listed stays empty.',
    'Anweisungen und Werkzeuge dürfen diese als {{visitor.name}} nutzen. Was nicht hier steht, bleibt leer.',
    'يمكن للتعليمات والأدوات استخدامها هكذا: {{visitor.name}}. ما لم يُذكر يبقى فارغًا.',
  ],
  fields: ['Fields', 'Felder', 'الحقول'],
} satisfies Texts;
