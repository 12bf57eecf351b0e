import type { Texts } from '../en/number.ts';

export const texts: Texts = {
  numberInvalid: 'Saisissez un nombre.',
  numberTooLong: 'Ce nombre a trop de chiffres.',
  numberUnclear:
    'Ce nombre peut se lire de deux façons. Saisissez {whole} pour le nombre entier, ou {decimal} pour le nombre décimal.',
};
