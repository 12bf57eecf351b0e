import type { Texts } from '../en/launcher.ts';

export const texts: Texts = ['צ׳אט', 'הסתרה', 'אין חיבור לצ׳אט.'];
