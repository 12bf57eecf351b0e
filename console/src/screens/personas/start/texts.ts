import type { Texts } from '../../../text/texts.ts';

export const startTexts = {
  title: ['New task for {name}', 'Neue Aufgabe für {name}', 'مهمة جديدة إلى {name}'],
  taskTitle: ['Title of the task', 'Titel der Aufgabe', 'عنوان المهمة'],
  taskTitleHelp: [
    'For you and your team, to find it again. The persona reads it, too.',
    'Damit du und dein Team sie wiederfinden. Auch die Persona liest ihn.',
    'لتجدها أنت وفريقك لاحقًا. وتقرؤه الشخصية أيضًا.',
  ],
  choose: ['Choose …', 'Auswählen …', 'اختر …'],
  limits: ['Limits of this task', 'Grenzen dieser Aufgabe', 'حدود هذه المهمة'],
  maxCost: ['Credits at most', 'Höchstens Credits', 'الرصيد كحد أقصى'],
  maxCostHelp: [
    'The task pauses there, and you can raise the limit.',
    'Dort hält die Aufgabe an, und du kannst die Grenze anheben.',
    'تتوقف المهمة عنده مؤقتًا، ويمكنك رفع الحد.',
  ],
  maxDuration: ['Working time at most', 'Höchstens Arbeitszeit', 'وقت العمل كحد أقصى'],
  maxDurationHelp: [
    'Waiting for your decisions does not count.',
    'Das Warten auf deine Entscheidungen zählt nicht.',
    'لا يُحتسب انتظار قراراتك.',
  ],
  hours: ['hours', 'Stunden', 'ساعات'],
} satisfies Texts;
