import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = [
  'Antes de começar',
  'Iniciar a conversa',
  'Digite um número.',
  'Este número tem dígitos demais.',
  'Este número pode ser lido de duas formas. Digite {whole} para o número inteiro ou {decimal} para o número decimal.',
];
