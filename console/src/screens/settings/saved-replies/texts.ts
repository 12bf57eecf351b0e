import type { Texts } from '../../../text/texts.ts';

export const savedReplyTexts = {
  help: [
    'Texts that your team uses often. In a conversation, type “/” and the shortcut to insert one.',
    'Texte, die dein Team immer wieder braucht. In einem Gespräch fügt „/“ mit dem Kürzel einen ein.',
    'نصوص يستخدمها فريقك مرارًا. في المحادثة تُدرَج بكتابة «/» والاختصار.',
  ],
  savedReplies: ['Saved replies', 'Gespeicherte Antworten', 'ردود محفوظة'],
  create: ['New saved reply', 'Neue gespeicherte Antwort', 'رد محفوظ جديد'],
  createAction: ['Save', 'Speichern', 'حفظ'],
  edit: ['Edit “{name}”', '„{name}“ bearbeiten', 'تعديل «{name}»'],
  emptyTitle: ['No saved replies yet', 'Noch keine gespeicherten Antworten', 'لا ردود محفوظة بعد'],
  name: ['Name', 'Name', 'الاسم'],
  shortcut: ['Shortcut', 'Kürzel', 'الاختصار'],
  shortcutHelp: ['One word, like hours.', 'Ein Wort, etwa zeiten.', 'كلمة واحدة، مثل hours.'],
  content: ['Text', 'Text', 'النص'],
  contentHelp: ['Markdown works.', 'Markdown geht.', 'يمكن استخدام Markdown.'],
  changed: ['Changed', 'Geändert', 'آخر تغيير'],
  deleteAction: ['Delete saved reply', 'Gespeicherte Antwort löschen', 'حذف الرد المحفوظ'],
  deleteTitle: ['Delete “{name}”?', '„{name}“ löschen?', 'حذف «{name}»؟'],
  deleteText: [
    'Your team can no longer insert it.',
    'Dein Team kann sie nicht mehr einfügen.',
    'لن يتمكن فريقك من إدراجه.',
  ],
} satisfies Texts;
