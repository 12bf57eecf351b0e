import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = ['לפני שמתחילים', 'התחלת הצ׳אט'];
