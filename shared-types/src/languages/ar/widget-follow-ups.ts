import type { Texts } from '../en/widget-follow-ups.ts';

export const texts: Texts = 'أسئلة يمكن طرحها تاليًا';
