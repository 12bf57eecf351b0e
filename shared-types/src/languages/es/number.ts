import type { Texts } from '../en/number.ts';

export const texts: Texts = {
  numberInvalid: 'Escriba un número.',
  numberTooLong: 'Este número tiene demasiadas cifras.',
  numberUnclear:
    'Se puede leer de dos maneras. Escriba {whole} para el número entero o {decimal} para el número decimal.',
};
