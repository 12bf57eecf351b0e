import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = [
  'Antes de empezar',
  'Empezar el chat',
  'Escriba un número.',
  'Este número tiene demasiadas cifras.',
  'Se puede leer de dos maneras. Escriba {whole} para el número entero o {decimal} para el número decimal.',
];
