/** Milliseconds of a movement of the view; none for people who don't want movement. */
export function duration(milliseconds: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : milliseconds;
}
