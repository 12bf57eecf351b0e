/** What is wrong with the number that a visitor typed. */
export const texts = {
  numberInvalid: 'Enter a number.',
  numberTooLong: 'This number has too many digits.',
  numberUnclear: 'This can be read in two ways. Enter {whole} for a whole number, or {decimal} for one with decimals.',
};
export type Texts = Readonly<Record<keyof typeof texts, string>>;
