import type { Texts } from '../../../text/texts.ts';

/** The resources of events, by the first part of an event's type. */
export const eventTexts = {
  conversation: ['Conversations', 'Gespräche', 'المحادثات'],
  message: ['Messages', 'Nachrichten', 'الرسائل'],
  form: ['Forms', 'Formulare', 'النماذج'],
  document: ['Documents', 'Dokumente', 'المستندات'],
  execution: ['Executions', 'Ausführungen', 'عمليات التنفيذ'],
  persona: ['Personas', 'Personas', 'الشخصيات'],
  limit: ['Limits', 'Grenzen', 'الحدود'],
} satisfies Texts;
