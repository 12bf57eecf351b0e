import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = ['开始之前', '开始聊天'];
