/** Credits rounded to millionths, which hides floating-point errors in sums of token prices. */
export function roundCredits(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}
