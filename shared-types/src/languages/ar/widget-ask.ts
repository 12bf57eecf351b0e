import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'اطرح سؤالًا أو ابحث',
  results: 'النتائج',
  ask: 'اسأل: «{text}»',
  none: 'لم يُعثر على شيء عن هذا بعد. اضغط Enter لطرح السؤال.',
  found: 'عُثر على {n} من المقاطع',
  choose: 'للاختيار',
  open: 'للفتح',
  close: 'إغلاق',
  leave: 'للإغلاق',
};
