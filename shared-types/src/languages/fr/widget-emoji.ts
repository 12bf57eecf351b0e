import type { Texts } from '../en/widget-emoji.ts';

export const texts: Texts = [
  'Visages',
  'Personnes',
  'Nature',
  'Nourriture',
  'Lieux',
  'Activités',
  'Objets',
  'Symboles',
];
