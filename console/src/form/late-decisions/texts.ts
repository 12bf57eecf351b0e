import type { Texts } from '../../text/texts.ts';

export const lateDecisionTexts = {
  decisionUnused: ['Your decision was not used.', 'Deine Entscheidung zählt nicht.', 'لم يُؤخذ بقرارك.'],
  typedUnsent: ['What you typed was not sent:', 'Was du eingegeben hast, wurde nicht gesendet:', 'لم يُرسل ما كتبته:'],
  typed: ['Your text', 'Dein Text', 'ما كتبته'],
} satisfies Texts;
