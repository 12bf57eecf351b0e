import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'שאלו שאלה או חפשו',
  results: 'תוצאות',
  ask: 'לשאול: ”{text}“',
  none: 'עדיין לא נמצא דבר בנושא. הקישו Enter כדי לשאול.',
  found: 'נמצאו {n} קטעים',
  choose: 'לבחירה',
  open: 'לפתיחה',
  close: 'סגירה',
  leave: 'לסגירה',
};
