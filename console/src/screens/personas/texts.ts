import type { Texts } from '../../text/texts.ts';
import { creditCount } from '../../text/unit-texts.ts';

/** What the lists of tasks and personas and the page of each have in common. */
export const personaTexts = {
  personas: ['Personas', 'Personas', 'الشخصيات'],
  persona: ['Persona', 'Persona', 'الشخصية'],
  tasks: ['Tasks', 'Aufgaben', 'المهام'],
  purpose: [
    'Personas work through a procedure on their own, ask before they act, and deliver files.',
    'Personas arbeiten einen Ablauf selbstständig ab, holen vorher Freigaben ein und liefern Dateien.',
    'تنفّذ الشخصيات إجراءً محددًا بنفسها، وتستأذن قبل التصرف، وتسلّم ملفات.',
  ],
  startTask: ['Start task', 'Aufgabe starten', 'بدء مهمة'],

  pending: ['Starting', 'Startet', 'تبدأ الآن'],
  running: ['Working', 'In Arbeit', 'قيد العمل'],
  awaiting_approval: ['Needs a decision', 'Entscheidung nötig', 'تحتاج إلى قرار'],
  paused_budget: ['Paused at its limit', 'An der Grenze angehalten', 'متوقفة عند الحد'],
  completed: ['Completed', 'Abgeschlossen', 'اكتملت'],
  failed: ['Failed', 'Fehlgeschlagen', 'فشلت'],
  cancelled: ['Cancelled', 'Abgebrochen', 'أُلغيت'],

  credits: creditCount,
  hours: [
    { one: '{count} hour', other: '{count} hours' },
    { one: '{count} Stunde', other: '{count} Stunden' },
    { one: 'ساعة واحدة', two: 'ساعتان', few: '{count} ساعات', many: '{count} ساعة', other: '{count} ساعة' },
  ],

  full_auto: ['Never asks', 'Fragt nie', 'لا تستأذن'],
  approve_high_risk: ['Asks before risky actions', 'Fragt vor riskanten Aktionen', 'تستأذن قبل الأفعال الخطرة'],
  approve_all: [
    'Asks before each step and action',
    'Fragt vor jedem Schritt und jeder Aktion',
    'تستأذن قبل كل خطوة وكل فعل',
  ],

  category: ['Category', 'Bereich', 'الفئة'],
  Research: ['Research', 'Recherche', 'البحث'],
  Content: ['Content', 'Inhalte', 'المحتوى'],
  Development: ['Development', 'Entwicklung', 'التطوير'],
  Data: ['Data', 'Daten', 'البيانات'],
  Operations: ['Operations', 'Betrieb', 'العمليات'],
  Business: ['Business', 'Geschäft', 'الأعمال'],
  Proposals: ['Proposals', 'Angebote', 'العروض'],
} satisfies Texts;
