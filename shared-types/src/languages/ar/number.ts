import type { Texts } from '../en/number.ts';

export const texts: Texts = {
  numberInvalid: 'أدخل رقمًا.',
  numberTooLong: 'يحتوي هذا الرقم على خانات كثيرة جدًا.',
  numberUnclear: 'يمكن قراءة هذا الرقم بطريقتين. أدخل {whole} للعدد الصحيح أو {decimal} للعدد العشري.',
};
