import type { Texts } from '../../text/texts.ts';

/** Why a document could not be read, by the API's code. Other reasons are shown in the server's words. */
export const documentFaultTexts = {
  unsupported_type: [
    'This type of file is not supported.',
    'Diese Art von Datei wird nicht unterstützt.',
    'هذا النوع من الملفات غير مدعوم.',
  ],
  empty: ['There is no text in it.', 'Es enthält keinen Text.', 'لا يحتوي على أي نص.'],
  encrypted: ['It is protected by a password.', 'Es ist durch ein Passwort geschützt.', 'المستند محمي بكلمة مرور.'],
  corrupt: [
    'The document is damaged and could not be read.',
    'Das Dokument ist beschädigt und konnte nicht gelesen werden.',
    'المستند تالف ولا يمكن قراءته.',
  ],
} satisfies Texts;

export const knowledgeTexts = {
  aboutHelp: [
    'The name by which your team finds it.',
    'Der Name, unter dem dein Team es findet.',
    'الاسم الذي يجدها به فريقك.',
  ],
  knowledge: ['Knowledge', 'Wissen', 'المعرفة'],
  purpose: [
    'Documents that agents use for their answers. Changes apply as soon as a document is ready.',
    'Dokumente, aus denen Agenten antworten. Änderungen gelten, sobald ein Dokument bereit ist.',
    'مستندات يجيب منها الوكلاء. تسري التغييرات حالما يصبح المستند جاهزًا.',
  ],
  create: ['New knowledge base', 'Neue Wissensbasis', 'قاعدة معرفة جديدة'],
  createAction: ['Create knowledge base', 'Wissensbasis anlegen', 'إنشاء قاعدة المعرفة'],
  emptyTitle: ['No knowledge yet', 'Noch kein Wissen', 'لا معرفة بعد'],
  emptyText: [
    'Add the material that your team uses for answers: manuals, price lists, questions and answers, pages of your site.',
    'Leg hinein, woraus dein Team antwortet: Handbücher, Preislisten, Fragen und Antworten, Seiten deiner Website.',
    'ضع ما يجيب منه فريقك: أدلة، وقوائم أسعار، وأسئلة وأجوبة، وصفحات موقعك.',
  ],
  name: ['Name', 'Name', 'الاسم'],
  namePlaceholder: ['Product manual', 'Produkthandbuch', 'دليل المنتج'],
  description: ['Description', 'Beschreibung', 'الوصف'],
  usedBy: ['Used by', 'Benutzt von', 'يستخدمها'],
  nobodyYet: ['No agent yet', 'Noch kein Agent', 'لا وكيل بعد'],
  documents: ['Documents', 'Dokumente', 'المستندات'],
  passages: ['Passages', 'Stellen', 'المقاطع'],
  changed: ['Changed', 'Geändert', 'آخر تغيير'],
  ask: ['Ask', 'Fragen', 'اسأل'],
  settings: ['Settings', 'Einstellungen', 'الإعدادات'],
  status: ['Status', 'Status', 'الحالة'],
  size: ['Size', 'Größe', 'الحجم'],
  added: ['Added', 'Hinzugefügt', 'أُضيف'],
  queued: ['Waiting', 'Wartet', 'في الانتظار'],
  processing: ['Being read', 'Wird gelesen', 'تُقرأ'],
  ready: ['Ready', 'Bereit', 'جاهز'],
  failed: ['Failed', 'Fehlgeschlagen', 'فشل'],
  all: ['All', 'Alle', 'الكل'],
  drop: ['Drop files here, or choose them', 'Dateien hier ablegen oder auswählen', 'أفلت الملفات هنا أو اخترها'],
  dropHelp: [
    'PDF, Word, Excel, CSV, HTML, Markdown and text. Many at once.',
    'PDF, Word, Excel, CSV, HTML, Markdown und Text. Viele auf einmal.',
    'PDF وWord وExcel وCSV وHTML وMarkdown ونص. عدة ملفات معًا.',
  ],
  chooseFiles: ['Choose files', 'Dateien auswählen', 'اختيار ملفات'],
  addText: ['Write text', 'Text schreiben', 'كتابة نص'],
  addUrl: ['Add addresses', 'Adressen hinzufügen', 'إضافة عناوين'],
  addTextAction: ['Add text', 'Text hinzufügen', 'إضافة النص'],
  addUrlAction: ['Add', 'Hinzufügen', 'إضافة'],
  title: ['Title', 'Titel', 'العنوان'],
  text: ['Text', 'Text', 'النص'],
  textHelp: [
    'Markdown headings help: each passage keeps its heading.',
    'Markdown-Überschriften helfen: Jede Stelle behält ihre Überschrift.',
    'عناوين Markdown مفيدة: يحتفظ كل مقطع بعنوانه.',
  ],
  urls: ['Addresses', 'Adressen', 'العناوين'],
  urlsHelp: [
    'One page per line. Pages are fetched once; text that needs JavaScript can’t be read.',
    'Eine Seite je Zeile. Seiten werden einmal geladen; Text, der JavaScript braucht, kann nicht gelesen werden.',
    'صفحة في كل سطر. تُجلب الصفحات مرة واحدة؛ النص الذي يحتاج JavaScript لا يُقرأ.',
  ],
  notAddress: [
    '“{value}” is not an address. Nothing was added.',
    '„{value}“ ist keine Adresse. Es wurde nichts hinzugefügt.',
    '«{value}» ليس عنوانًا. لم يُضف شيء.',
  ],
  uploading: [
    { one: '{done} of {count} file sent', other: '{done} of {count} files sent' },
    { one: '{done} von {count} Datei gesendet', other: '{done} von {count} Dateien gesendet' },
    { other: 'أُرسل {done} من {count} ملفًا' },
  ],
  notSent: [
    { one: '{count} file was not sent', other: '{count} files were not sent' },
    { one: '{count} Datei wurde nicht gesendet', other: '{count} Dateien wurden nicht gesendet' },
    { other: 'لم يُرسل {count} ملفًا' },
  ],
  alreadyHere: [
    { one: '{count} file was already here', other: '{count} files were already here' },
    { one: '{count} Datei war schon hier', other: '{count} Dateien waren schon hier' },
    { one: 'ملف واحد موجود هنا من قبل', two: 'ملفان موجودان هنا من قبل', other: '{count} ملفًا موجودة هنا من قبل' },
  ],
  alreadyHereAs: ['Already here as', 'Schon hier als', 'موجود هنا باسم'],
  notSentNames: [
    { one: '{count} file was not sent: {names}. {reason}', other: '{count} files were not sent: {names}. {reason}' },
    {
      one: '{count} Datei wurde nicht gesendet: {names}. {reason}',
      other: '{count} Dateien wurden nicht gesendet: {names}. {reason}',
    },
    { other: 'لم يُرسل {count} ملفًا: {names}. {reason}' },
  ],
  noDocuments: ['Nothing in here yet', 'Noch nichts hier', 'لا شيء هنا بعد'],
  noDocumentsText: [
    'Drop files above, write a text or add the addresses of pages.',
    'Leg oben Dateien ab, schreib einen Text oder füge Adressen von Seiten hinzu.',
    'أفلت ملفات أعلاه، أو اكتب نصًا، أو أضف عناوين صفحات.',
  ],
  noneOfStatus: ['No document in this state.', 'Kein Dokument in diesem Zustand.', 'لا مستند بهذه الحالة.'],
  deleteDocument: ['Delete document', 'Dokument löschen', 'حذف المستند'],
  deleteDocumentTitle: ['Delete “{name}”?', '„{name}“ löschen?', 'حذف «{name}»؟'],
  deleteDocumentText: [
    'Agents stop using it immediately. This can’t be undone.',
    'Agenten antworten sofort nicht mehr daraus. Es kann nicht wiederhergestellt werden.',
    'يتوقف الوكلاء عن الإجابة منه فورًا. لا يمكن استعادته.',
  ],
  deleteBase: ['Delete knowledge base', 'Wissensbasis löschen', 'حذف قاعدة المعرفة'],
  deleteBaseText: [
    {
      one: 'Its {count} document and its sources are permanently deleted, too, and crawls in progress are cancelled. A knowledge base that an agent, workflow or persona still uses can’t be deleted.',
      other:
        'Its {count} documents and its sources are permanently deleted, too, and crawls in progress are cancelled. A knowledge base that an agent, workflow or persona still uses can’t be deleted.',
    },
    {
      one: 'Ihr {count} Dokument und ihre Quellen werden auch endgültig gelöscht, laufende Durchläufe abgebrochen. Eine Wissensbasis, die ein Agent, ein Ablauf oder eine Persona noch benutzt, kann nicht gelöscht werden.',
      other:
        'Ihre {count} Dokumente und ihre Quellen werden auch endgültig gelöscht, laufende Durchläufe abgebrochen. Eine Wissensbasis, die ein Agent, ein Ablauf oder eine Persona noch benutzt, kann nicht gelöscht werden.',
    },
    {
      other:
        'تُحذف معها {count} مستندًا ومصادرها نهائيًا، وتُلغى عمليات الزحف الجارية. لا يمكن حذف قاعدة معرفة يستخدمها وكيل أو سير عمل أو شخصية.',
    },
  ],
  fetchAgain: ['Fetch again', 'Erneut laden', 'جلب من جديد'],
  passageNumber: ['Passage {number}', 'Stelle {number}', 'المقطع {number}'],
  tokenCount: [{ other: '{count} tokens' }, { other: '{count} Tokens' }, { other: '{count} رمز' }],
  source: ['Came from', 'Stammt von', 'المصدر'],
  sourceText: ['Written text', 'Geschriebener Text', 'نص مكتوب'],
  sourceFile: ['File', 'Datei', 'ملف'],
  tokens: ['Tokens', 'Tokens', 'الرموز'],
  tokenUnit: ['tokens', 'Tokens', 'رمز'],
  reason: ['Why it failed', 'Warum es fehlschlug', 'سبب الفشل'],
  question: ['Question', 'Frage', 'السؤال'],
  questionPlaceholder: ['How long does delivery take?', 'Wie lange dauert die Lieferung?', 'كم يستغرق التوصيل؟'],
  askHelp: [
    'Shows the passages that an agent would read for this question, best first.',
    'Zeigt die Stellen, die ein Agent zu dieser Frage lesen würde, die beste zuerst.',
    'يعرض المقاطع التي سيقرؤها الوكيل لهذا السؤال، الأفضل أولًا.',
  ],
  noPassages: [
    'No passage is relevant. An agent would say that it doesn’t know.',
    'Keine Stelle passt. Ein Agent würde sagen, dass er es nicht weiß.',
    'لا مقطع مناسب. سيقول الوكيل إنه لا يعرف.',
  ],
  weak: ['weak', 'schwach', 'ضعيف'],
  chunks: ['How texts are split', 'Wie Texte geteilt werden', 'تقسيم النصوص'],
  chunksHelp: [
    'Applies to documents that are added afterwards.',
    'Gilt für Dokumente, die danach hinzukommen.',
    'يسري على المستندات المضافة لاحقًا.',
  ],
  chunkSize: ['Longest passage', 'Längste Stelle', 'أطول مقطع'],
  chunkOverlap: ['Repeated from the previous passage', 'Wiederholt von der vorigen', 'المكرر من السابق'],
  about: ['About', 'Allgemein', 'عام'],
  danger: ['Delete', 'Löschen', 'حذف'],
} satisfies Texts;
