import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = ['Antes de empezar', 'Empezar el chat'];
