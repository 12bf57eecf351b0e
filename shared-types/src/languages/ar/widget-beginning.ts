import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = ['قبل أن نبدأ', 'ابدأ المحادثة'];
