import type { Texts } from '../en/number.ts';

export const texts: Texts = {
  numberInvalid: 'Geben Sie eine Zahl ein.',
  numberTooLong: 'Diese Zahl hat zu viele Stellen.',
  numberUnclear:
    'Das lässt sich auf zwei Arten lesen. Geben Sie {whole} für die ganze Zahl oder {decimal} für die Dezimalzahl ein.',
};
