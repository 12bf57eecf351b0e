import type { Texts } from '../../../text/texts.ts';

export const taskListTexts = {
  task: ['Task', 'Aufgabe', 'المهمة'],
  status: ['Status', 'Status', 'الحالة'],
  progress: ['Progress', 'Fortschritt', 'التقدم'],
  cost: ['Credits', 'Credits', 'الرصيد'],
  costOf: ['{spent} of {cap}', '{spent} von {cap}', '{spent} من {cap}'],
  started: ['Started', 'Gestartet', 'بدأت'],
  stepOf: ['Step {at} of {count}', 'Schritt {at} von {count}', 'الخطوة {at} من {count}'],
  writingFiles: ['Creating the files', 'Erstellt die Dateien', 'تُنشئ الملفات'],
  stepsDone: [
    { one: '{done} of {count} step', other: '{done} of {count} steps' },
    { one: '{done} von {count} Schritt', other: '{done} von {count} Schritten' },
    {
      one: '{done} من خطوة واحدة',
      two: '{done} من خطوتين',
      few: '{done} من {count} خطوات',
      many: '{done} من {count} خطوة',
      other: '{done} من {count} خطوة',
    },
  ],
  needDecision: ['Need a decision', 'Warten auf Entscheidung', 'تحتاج إلى قرار'],
  atLimit: ['Paused at their limit', 'An der Grenze angehalten', 'متوقفة عند حدها'],
  atWork: ['At work', 'In Arbeit', 'قيد العمل'],
  overview: ['Tasks that are open', 'Offene Aufgaben', 'المهام المفتوحة'],
  emptyTitle: ['No tasks yet', 'Noch keine Aufgaben', 'لا مهام بعد'],
  emptyText: [
    'Give a persona a task. It works through its steps, asks you where it should, and delivers the files here.',
    'Gib einer Persona eine Aufgabe. Sie arbeitet ihre Schritte ab, fragt dich, wo sie soll, und liefert die Dateien hier ab.',
    'أسند مهمة إلى شخصية. تنفّذ خطواتها وتستأذنك عند الحاجة، وتسلّم الملفات هنا.',
  ],
  emptyOfPersona: [
    'This persona has no tasks yet',
    'Diese Persona hat noch keine Aufgaben',
    'لا مهام لهذه الشخصية بعد',
  ],
  choose: ['Who should do it?', 'Wer soll es tun?', 'من ينجزها؟'],
  search: ['Search personas', 'Personas durchsuchen', 'ابحث في الشخصيات'],
  noPersonas: [
    'There is no persona yet that could do a task.',
    'Es gibt noch keine Persona, die eine Aufgabe erledigen könnte.',
    'لا توجد شخصية بعد لتنجز مهمة.',
  ],
  toPersonas: ['Go to the personas', 'Zu den Personas', 'إلى الشخصيات'],
} satisfies Texts;
