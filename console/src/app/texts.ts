import type { Texts } from '../text/texts.ts';

export const appTexts = {
  skip: ['Skip to content', 'Zum Inhalt springen', 'تخطَّ إلى المحتوى'],
  mainNavigation: ['Main', 'Hauptnavigation', 'التنقل الرئيسي'],
  account: ['Account menu', 'Kontomenü', 'قائمة الحساب'],
  keySession: ['Signed in with a key', 'Mit Schlüssel angemeldet', 'مسجّل بمفتاح'],
  language: ['Language', 'Sprache', 'اللغة'],
  theme: ['Appearance', 'Darstellung', 'المظهر'],
  themeSystem: ['As the system', 'Wie das System', 'حسب النظام'],
  themeLight: ['Light', 'Hell', 'فاتح'],
  themeDark: ['Dark', 'Dunkel', 'داكن'],
  workspace: ['Workspace', 'Arbeitsbereich', 'مساحة العمل'],
  signOut: ['Sign out', 'Abmelden', 'تسجيل الخروج'],
  documentation: ['Documentation', 'Dokumentation', 'التوثيق'],
  shortcuts: ['Keyboard shortcuts', 'Tastenkürzel', 'اختصارات لوحة المفاتيح'],
  search: ['Search', 'Suchen', 'بحث'],
  searchLong: [
    'Find a screen or a thing by name',
    'Ansicht oder Eintrag mit Namen finden',
    'ابحث عن شاشة أو عنصر بالاسم',
  ],
  nothingFound: ['Nothing found.', 'Nichts gefunden.', 'لا نتائج.'],
  screens: ['Screens', 'Ansichten', 'الشاشات'],
  thenKey: ['then', 'dann', 'ثم'],
  openScreen: ['Open “{title}”', '„{title}“ öffnen', 'فتح «{title}»'],
  openSearch: ['Open the search', 'Suche öffnen', 'فتح البحث'],
  saveForm: ['Save the form', 'Formular speichern', 'حفظ النموذج'],
  nextRow: [
    'Next and previous row of a list',
    'Nächste und vorige Zeile einer Liste',
    'الصف التالي والسابق في القائمة',
  ],
  showShortcuts: ['Show this list', 'Diese Liste zeigen', 'عرض هذه القائمة'],
  close: ['Close what is open', 'Offenes schließen', 'إغلاق المفتوح'],
  notFoundText: [
    'The address may be incomplete, or what it led to was deleted.',
    'Die Adresse ist vielleicht unvollständig, oder ihr Ziel wurde gelöscht.',
    'قد يكون العنوان غير مكتمل، أو أن ما يشير إليه قد حُذف.',
  ],
  brokenTitle: ['This screen has failed', 'Diese Ansicht ist fehlgeschlagen', 'تعطّلت هذه الشاشة'],
  brokenText: [
    'Reload the page. What you typed in forms is kept.',
    'Lade die Seite neu. Deine Eingaben in Formularen bleiben erhalten.',
    'أعد تحميل الصفحة. ما كتبته في النماذج محفوظ.',
  ],
  noWorkspaceTitle: ['You are in no workspace', 'Du bist in keinem Arbeitsbereich', 'لست في أي مساحة عمل'],
  noWorkspaceText: [
    'Ask an owner for an invitation to a workspace.',
    'Bitte um eine Einladung in einen Arbeitsbereich.',
    'اطلب من أحد المالكين دعوة إلى مساحة عمل.',
  ],
  waitingCount: [
    { one: '{count} visitor waits', other: '{count} visitors wait' },
    { one: '{count} Gast wartet', other: '{count} Gäste warten' },
    { one: 'زائر واحد ينتظر', two: 'زائران ينتظران', few: '{count} زوار ينتظرون', other: '{count} زائرًا ينتظرون' },
  ],
  waitsForYou: ['{name} waits for a person', '{name} wartet auf einen Menschen', '{name} بانتظار شخص'],
  writesToYou: ['{name} has written to you', '{name} hat dir geschrieben', '{name} كتب إليك'],
  aVisitor: ['A visitor', 'Ein Gast', 'زائر'],
  more: ['More', 'Mehr', 'المزيد'],
} satisfies Texts;

/** The names of the languages, each in itself. */
export const languageNames = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
