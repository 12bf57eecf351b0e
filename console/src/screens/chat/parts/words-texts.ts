import type { Texts } from '../../../text/texts.ts';

export const wordsTexts = {
  greeting: ['Greeting', 'Begrüßung', 'الترحيب'],
  greetingHelp: [
    'What a visitor reads before the first message.',
    'Was ein Gast vor der ersten Nachricht liest.',
    'ما يقرؤه الزائر قبل أول رسالة.',
  ],
  title: ['Title', 'Titel', 'العنوان'],
  titleHelp: ['Empty: the name of this chat.', 'Leer: der Name dieses Chats.', 'فارغ: اسم هذه الدردشة.'],
  subtitle: ['Subtitle', 'Untertitel', 'العنوان الفرعي'],
  subtitleExample: ['We usually answer at once', 'Wir antworten meist sofort', 'نجيب عادةً على الفور'],
  welcome: ['Welcome message', 'Begrüßungsnachricht', 'رسالة الترحيب'],
  welcomeHelp: [
    'Markdown works. Say what the chat can help with.',
    'Markdown geht. Sag, wobei der Chat helfen kann.',
    'يمكن استخدام Markdown. قل بماذا تساعد الدردشة.',
  ],
  welcomeExample: [
    'Hello! Ask me about orders, delivery and returns.',
    'Hallo! Frag mich nach Bestellungen, Lieferung und Rückgabe.',
    'مرحبًا! اسألني عن الطلبات والتوصيل والإرجاع.',
  ],
  prompts: ['Suggested questions', 'Vorgeschlagene Fragen', 'أسئلة مقترحة'],
  promptsHelp: [
    'Visitors send one with a click. Three or four are enough.',
    'Ein Klick stellt sie. Drei oder vier genügen.',
    'نقرة واحدة تسألها. ثلاثة أو أربعة تكفي.',
  ],
  placeholder: ['Placeholder in the message field', 'Platzhalter im Nachrichtenfeld', 'النص التوضيحي في حقل الرسالة'],
  launcher: ['The button', 'Der Knopf', 'الزر'],
  launcherHelp: [
    'What visitors see on your page before they open the chat.',
    'Was auf deiner Seite zu sehen ist, bevor der Chat geöffnet wird.',
    'ما يُرى في صفحتك قبل فتح الدردشة.',
  ],
  label: ['Label', 'Beschriftung', 'التسمية'],
  labelHelp: ['Empty: only the icon.', 'Leer: nur das Symbol.', 'فارغ: الأيقونة فقط.'],
  proactive: ['Message beside the button', 'Nachricht neben dem Knopf', 'رسالة بجانب الزر'],
  proactiveHelp: [
    'Appears three seconds later; closing it keeps it closed.',
    'Erscheint drei Sekunden später; einmal geschlossen, bleibt es zu.',
    'يظهر بعد ثلاث ثوانٍ؛ وإغلاقه نهائي.',
  ],
  languages: ['Languages', 'Sprachen', 'اللغات'],
  languagesHelp: [
    'Buttons and messages of the chat itself come in nine languages.',
    'Knöpfe und Meldungen des Chats selbst gibt es in neun Sprachen.',
    'أزرار الدردشة ورسائلها متوفرة بتسع لغات.',
  ],
  language: ['Language of the chat', 'Sprache des Chats', 'لغة الدردشة'],
  visitors: ['The page’s, then the visitor’s', 'Die der Seite, dann die des Gastes', 'لغة الصفحة، ثم لغة الزائر'],
  limit: ['When the day’s limit is reached', 'Wenn das Tageslimit erreicht ist', 'عند بلوغ حد اليوم'],
  limitHelp: [
    'Empty: “No more answers today. Please come back tomorrow.” in the visitor’s language.',
    'Leer: „Heute gibt es keine Antworten mehr. Bitte komm morgen wieder.“ in der Sprache des Gastes.',
    'فارغ: «لا مزيد من الإجابات اليوم. عُد غدًا من فضلك.» بلغة الزائر.',
  ],
} satisfies Texts;
