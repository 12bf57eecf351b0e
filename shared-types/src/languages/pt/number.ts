import type { Texts } from '../en/number.ts';

export const texts: Texts = {
  numberInvalid: 'Digite um número.',
  numberTooLong: 'Este número tem dígitos demais.',
  numberUnclear:
    'Este número pode ser lido de duas formas. Digite {whole} para o número inteiro ou {decimal} para o número decimal.',
};
