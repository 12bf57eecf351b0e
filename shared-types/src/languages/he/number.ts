import type { Texts } from '../en/number.ts';

export const texts: Texts = {
  numberInvalid: 'יש להזין מספר.',
  numberTooLong: 'במספר הזה יש יותר מדי ספרות.',
  numberUnclear: 'אפשר לקרוא את המספר בשתי דרכים. יש להזין {whole} למספר השלם או {decimal} למספר העשרוני.',
};
