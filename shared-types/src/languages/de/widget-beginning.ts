import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = [
  'Bevor es losgeht',
  'Chat beginnen',
  'Geben Sie eine Zahl ein.',
  'Diese Zahl hat zu viele Stellen.',
  'Das lässt sich auf zwei Arten lesen. Geben Sie {whole} für die ganze Zahl oder {decimal} für die Dezimalzahl ein.',
];
