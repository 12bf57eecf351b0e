import type { Texts } from '../en/widget-emoji.ts';

export const texts: Texts = ['顔', '人', '自然', '食べ物', '場所', '活動', '物', '記号'];
