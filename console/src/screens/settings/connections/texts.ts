import type { Texts } from '../../../text/texts.ts';

export const connectionTexts = {
  mcp: ['MCP', 'MCP', 'MCP'],
  mcpHelp: [
    'Claude, ChatGPT, code editors and other agents use your agents, workflows and knowledge as tools.',
    'Claude, ChatGPT, Code-Editoren und andere Agenten benutzen deine Agenten, Abläufe und dein Wissen als Werkzeuge.',
    'تستخدم Claude وChatGPT ومحررات الشيفرة ووكلاء آخرون وكلاءك وسير عملك ومعرفتك كأدوات.',
  ],
  mcpAddress: ['Address of the MCP server', 'Adresse des MCP-Servers', 'عنوان خادم MCP'],
  mcpSignIn: [
    'A program signs in on behalf of a person, or sends an API key.',
    'Ein Programm meldet sich im Namen eines Menschen an oder sendet einen API-Schlüssel.',
    'يسجّل البرنامج الدخول نيابة عن شخص، أو يرسل مفتاح API.',
  ],
  openai: ['OpenAI-compatible', 'OpenAI-kompatibel', 'متوافق مع OpenAI'],
  openaiHelp: [
    'Programs that are made for OpenAI talk to your agents.',
    'Programme, die für OpenAI gemacht sind, sprechen mit deinen Agenten.',
    'تتحدث البرامج المصممة لـ OpenAI مع وكلائك.',
  ],
  openaiAddress: ['Base URL', 'Basis-URL', 'عنوان URL الأساسي'],
  openaiSignIn: [
    'The model is the id or slug of an agent. The API key needs the scope agents:execute.',
    'Das Modell ist die ID oder der Kurzname eines Agenten. Der API-Schlüssel braucht das Recht agents:execute.',
    'النموذج هو معرّف وكيل أو اسمه المختصر. يحتاج مفتاح API إلى الصلاحية agents:execute.',
  ],
  toKeys: ['API keys', 'API-Schlüssel', 'مفاتيح API'],
  offer: ['What MCP clients see', 'Was MCP-Programme sehen', 'ما تراه برامج MCP'],
  offerHelp: [
    'A program also needs the scope to use it. Archived agents and inactive workflows are never offered.',
    'Ein Programm braucht außerdem das Recht, es zu benutzen. Archivierte Agenten und inaktive Abläufe werden nie angeboten.',
    'يحتاج البرنامج أيضًا إلى صلاحية استخدامها. لا تُعرض أبدًا الوكلاء المؤرشفة وسير العمل غير النشط.',
  ],
  agents: ['Agents', 'Agenten', 'الوكلاء'],
  agentsHelp: [
    'Each one is a tool that replies to a message.',
    'Jeder ist ein Werkzeug, das eine Nachricht beantwortet.',
    'كل وكيل أداة تجيب عن رسالة.',
  ],
  workflows: ['Workflows', 'Abläufe', 'سير العمل'],
  workflowsHelp: [
    'Each one is a tool that takes its inputs and returns its outputs.',
    'Jeder ist ein Werkzeug, das seine Eingaben bekommt und seine Ausgaben liefert.',
    'كل سير عمل أداة تأخذ مدخلاته وتعيد مخرجاته.',
  ],
  knowledge_bases: ['Knowledge bases', 'Wissensbasen', 'قواعد المعرفة'],
  knowledge_basesHelp: [
    'The tools search and fetch find and read their documents.',
    'Die Werkzeuge search und fetch finden und lesen ihre Dokumente.',
    'تعثر الأداتان search وfetch على مستنداتها وتقرآنها.',
  ],
  all: ['All', 'Alle', 'الكل'],
  none: ['None', 'Keine', 'لا شيء'],
  chosen: ['Only chosen', 'Nur ausgewählte', 'المحددة فقط'],
  newOnesToo: [
    'New ones are offered from the start.',
    'Neue werden von Anfang an angeboten.',
    'تُعرض الجديدة منذ إنشائها.',
  ],
  searchNames: ['Search by name', 'Nach Namen suchen', 'بحث بالاسم'],
  chosenOf: ['{count} of {total} chosen', '{count} von {total} ausgewählt', 'حُدد {count} من {total}'],
  nothingChosen: [
    'Nothing is chosen, so none is offered.',
    'Nichts ist ausgewählt, also wird nichts angeboten.',
    'لم يُحدد شيء، فلا يُعرض شيء.',
  ],
  nothingYet: ['There are none yet.', 'Noch gibt es keine.', 'لا شيء بعد.'],
  namesHidden: [
    '{count} chosen. To see their names, your role needs {scope}.',
    '{count} ausgewählt. Um ihre Namen zu sehen, braucht deine Rolle {scope}.',
    'حُدد {count}. لرؤية أسمائها يحتاج دورك إلى {scope}.',
  ],
  archived: ['Archived', 'Archiviert', 'مؤرشف'],
  inactive: ['Inactive', 'Inaktiv', 'غير نشط'],
  missing: ['Not found', 'Nicht gefunden', 'غير موجود'],
} satisfies Texts;
