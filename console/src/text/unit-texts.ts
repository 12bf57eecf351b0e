import type { Text } from './texts.ts';

export const creditCount: Text = [
  { one: '{count} credit', other: '{count} credits' },
  { one: '{count} Credit', other: '{count} Credits' },
  { one: 'رصيد واحد', two: 'رصيدان', few: '{count} أرصدة', many: '{count} رصيدًا', other: '{count} رصيد' },
];

export const tokenCount: Text = [
  { one: '{count} token', other: '{count} tokens' },
  { one: '{count} Token', other: '{count} Tokens' },
  { one: 'رمز واحد', two: 'رمزان', few: '{count} رموز', many: '{count} رمزًا', other: '{count} رمز' },
];
