import type { Texts } from '../en/widget-emoji.ts';

export const texts: Texts = ['Rostos', 'Pessoas', 'Natureza', 'Comida', 'Lugares', 'Atividades', 'Objetos', 'Símbolos'];
