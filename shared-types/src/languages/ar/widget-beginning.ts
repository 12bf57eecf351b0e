import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = [
  'قبل أن نبدأ',
  'ابدأ المحادثة',
  'أدخل رقمًا.',
  'يحتوي هذا الرقم على خانات كثيرة جدًا.',
  'يمكن قراءة هذا الرقم بطريقتين. أدخل {whole} للعدد الصحيح أو {decimal} للعدد العشري.',
];
