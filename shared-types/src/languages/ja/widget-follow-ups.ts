import type { Texts } from '../en/widget-follow-ups.ts';

export const texts: Texts = '次の質問の候補';
