import type { Texts } from '../../text/texts.ts';

export const homeTexts = {
  title: ['Home', 'Start', 'الرئيسية'],
  welcome: ['Welcome, {name}', 'Willkommen, {name}', 'أهلًا، {name}'],
  purpose: [
    'What is happening in {workspace}, and what needs your attention.',
    'Was in {workspace} läuft und was dich braucht.',
    'ما يعمل في {workspace} وما يحتاج إليك.',
  ],
  purposeHere: [
    'What is happening here, and what needs your attention.',
    'Was hier läuft und was dich braucht.',
    'ما يعمل هنا وما يحتاج إليك.',
  ],
  firstSteps: ['Your agent on your site', 'Dein Agent auf deiner Website', 'وكيلك في موقعك'],
  progress: ['{done} of {count} done', '{done} von {count} erledigt', 'أُنجز {done} من {count}'],
  next: ['Next', 'Als Nächstes', 'التالي'],
  done: ['done', 'erledigt', 'أُنجز'],
  agent: ['Make an agent', 'Lege einen Agenten an', 'أنشئ وكيلًا'],
  agentText: [
    'Say in your own words who it is and how it answers.',
    'Sag mit eigenen Worten, wer er ist und wie er antwortet.',
    'قل بكلماتك من هو وكيف يجيب.',
  ],
  agentAction: ['New agent', 'Neuer Agent', 'وكيل جديد'],
  base: ['Give it knowledge', 'Gib ihm Wissen', 'أعطه المعرفة'],
  baseText: [
    'Drop files, write a text, or add pages of your site.',
    'Leg Dateien ab, schreib einen Text oder füge Seiten deiner Website hinzu.',
    'أفلت ملفات، أو اكتب نصًا، أو أضف صفحات من موقعك.',
  ],
  baseAction: ['Add knowledge', 'Wissen hinzufügen', 'أضف معرفة'],
  chat: ['Put it into a chat', 'Setz ihn in einen Chat', 'ضعه في دردشة'],
  chatText: [
    'With your colours and your texts, and a live preview.',
    'Mit deinen Farben und Worten, neben dem echten Widget.',
    'بألوانك وكلماتك، بجانب الأداة الحقيقية.',
  ],
  chatAction: ['New chat', 'Neuer Chat', 'دردشة جديدة'],
  live: ['Copy it into your site', 'Kopier ihn in deine Website', 'انسخها إلى موقعك'],
  liveText: [
    'One line. This page shows when it has been seen there.',
    'Eine Zeile. Diese Seite merkt, wenn er dort zu sehen ist.',
    'سطر واحد. تلاحظ هذه الصفحة ظهورها هناك.',
  ],
  liveAction: ['Get the snippet', 'Code holen', 'احصل على الرمز'],
  allDone: ['We saw your chat on {sites}.', 'Wir haben deinen Chat auf {sites} gesehen.', 'رأينا دردشتك في {sites}.'],
  today: ['Today', 'Heute', 'اليوم'],
  waiting: ['Waiting for a person', 'Warten auf einen Menschen', 'بانتظار شخص'],
  toDecide: ['Tasks that need a decision', 'Aufgaben, die auf eine Entscheidung warten', 'مهام تحتاج إلى قرار'],
  unanswered: ['Unanswered questions', 'Unbeantwortete Fragen', 'أسئلة دون جواب'],
  resolution: ['Resolved by agents', 'Von Agenten gelöst', 'حلّها الوكلاء'],
  needs: ['Needs attention', 'Braucht Aufmerksamkeit', 'يحتاج إلى انتباه'],
  failedCrawl: ['{name} could not be read', '{name} konnte nicht gelesen werden', 'تعذّرت قراءة {name}'],
  skippedTrigger: [
    '“{name}” could not start its workflow',
    '„{name}“ konnte seinen Ablauf nicht starten',
    'تعذّر على «{name}» بدء سير العمل',
  ],
  moreTriggers: [
    {
      one: '{count} more trigger could not start its workflow',
      other: '{count} more triggers could not start their workflows',
    },
    {
      one: '{count} weiterer Auslöser konnte seinen Ablauf nicht starten',
      other: '{count} weitere Auslöser konnten ihre Abläufe nicht starten',
    },
    { other: 'تعذّر بدء سير العمل في {count} من المُشغّلات الأخرى' },
  ],
  moreCrawls: [
    { one: '{count} more site could not be read', other: '{count} more sites could not be read' },
    {
      one: '{count} weitere Website konnte nicht gelesen werden',
      other: '{count} weitere Websites konnten nicht gelesen werden',
    },
    { other: 'تعذّرت قراءة {count} من المواقع الأخرى' },
  ],
  moreWebhooks: [
    {
      one: 'Deliveries of {count} more webhook failed today',
      other: 'Deliveries of {count} more webhooks failed today',
    },
    {
      one: 'Zustellungen von {count} weiteren Webhook heute fehlgeschlagen',
      other: 'Zustellungen von {count} weiteren Webhooks heute fehlgeschlagen',
    },
    { other: 'فشل التسليم اليوم في {count} من الويب هوك الأخرى' },
  ],
  failedDeliveries: [
    { one: '{count} delivery failed today', other: '{count} deliveries failed today' },
    { one: '{count} Zustellung heute fehlgeschlagen', other: '{count} Zustellungen heute fehlgeschlagen' },
    { other: 'فشل {count} من عمليات التسليم اليوم' },
  ],
  executionsToDecide: [
    { one: '{count} execution waits for a decision', other: '{count} executions wait for a decision' },
    {
      one: '{count} Ausführung wartet auf eine Entscheidung',
      other: '{count} Ausführungen warten auf eine Entscheidung',
    },
    { other: 'تنتظر {count} من عمليات التنفيذ قرارًا' },
  ],
  failedExecutions: [
    { one: '{count} execution failed today', other: '{count} executions failed today' },
    { one: '{count} Ausführung heute fehlgeschlagen', other: '{count} Ausführungen heute fehlgeschlagen' },
    { other: 'فشل {count} من عمليات التنفيذ اليوم' },
  ],
  spend: ['Spent of today’s limits', 'Von den heutigen Grenzen verbraucht', 'المستهلك من حدود اليوم'],
  spent: ['{used} of {cap} credits', '{used} von {cap} Credits', '{used} من {cap} رصيد'],
  sent: ['{used} of {cap} messages', '{used} von {cap} Nachrichten', '{used} من {cap} رسالة'],
  submitted: ['{used} of {cap} submissions', '{used} von {cap} Einsendungen', '{used} من {cap} إرسال'],
  conversations: ['Conversations', 'Gespräche', 'المحادثات'],
  failedRuns: ['Failed executions', 'Fehlgeschlagene Ausführungen', 'عمليات تنفيذ فاشلة'],
  replies: ['Replies of agents', 'Antworten von Agenten', 'ردود الوكلاء'],
  credits: ['Credits used', 'Verbrauchte Credits', 'الرصيد المستهلك'],
  creditsMean: ['1 credit ≈ 1,000 tokens', '1 Credit ≈ 1.000 Tokens', 'رصيد واحد ≈ 1000 رمز'],
} satisfies Texts;
