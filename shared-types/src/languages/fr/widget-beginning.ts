import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = [
  'Avant de commencer',
  'Démarrer la discussion',
  'Saisissez un nombre.',
  'Ce nombre a trop de chiffres.',
  'Ce nombre peut se lire de deux façons. Saisissez {whole} pour le nombre entier, ou {decimal} pour le nombre décimal.',
];
