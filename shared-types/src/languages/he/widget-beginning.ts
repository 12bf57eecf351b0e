import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = [
  'לפני שמתחילים',
  'התחלת הצ׳אט',
  'יש להזין מספר.',
  'במספר הזה יש יותר מדי ספרות.',
  'אפשר לקרוא את המספר בשתי דרכים. יש להזין {whole} למספר השלם או {decimal} למספר העשרוני.',
];
