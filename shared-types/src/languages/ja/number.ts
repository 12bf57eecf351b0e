import type { Texts } from '../en/number.ts';

export const texts: Texts = {
  numberInvalid: '数値を入力してください。',
  numberTooLong: '数値の桁数が多すぎます。',
  numberUnclear: '2通りに読めます。整数の場合は {whole}、小数の場合は {decimal} と入力してください。',
};
