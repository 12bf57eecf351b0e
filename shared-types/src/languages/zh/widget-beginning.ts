import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = [
  '开始之前',
  '开始聊天',
  '请输入数字。',
  '这个数字的位数太多。',
  '这个数字有两种读法。整数请输入 {whole}，小数请输入 {decimal}。',
];
