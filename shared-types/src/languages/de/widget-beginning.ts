import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = ['Bevor es losgeht', 'Chat beginnen'];
