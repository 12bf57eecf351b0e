import type { Texts } from '../en/number.ts';

export const texts: Texts = {
  numberInvalid: '请输入数字。',
  numberTooLong: '这个数字的位数太多。',
  numberUnclear: '这个数字有两种读法。整数请输入 {whole}，小数请输入 {decimal}。',
};
