import type { Texts } from '../en/widget-emoji.ts';

export const texts: Texts = [
  'Caras',
  'Personas',
  'Naturaleza',
  'Comida',
  'Lugares',
  'Actividades',
  'Objetos',
  'Símbolos',
];
