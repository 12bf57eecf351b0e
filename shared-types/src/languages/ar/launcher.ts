import type { Texts } from '../en/launcher.ts';

export const texts: Texts = ['محادثة', 'إخفاء', 'تعذّر الوصول إلى المحادثة.'];
