import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = [
  'はじめる前に',
  'チャットを始める',
  '数値を入力してください。',
  '数値の桁数が多すぎます。',
  '2通りに読めます。整数の場合は {whole}、小数の場合は {decimal} と入力してください。',
];
