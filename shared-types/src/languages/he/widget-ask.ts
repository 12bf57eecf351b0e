import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'שאלה או חיפוש',
  results: 'תוצאות',
  ask: 'לשאול: ”{text}“',
  none: 'עדיין לא נמצא דבר בנושא. אפשר להקיש Enter כדי לשאול.',
  found: 'קטעים שנמצאו: {n}',
  choose: 'לבחירה',
  open: 'לפתיחה',
  close: 'סגירה',
  leave: 'לסגירה',
};
