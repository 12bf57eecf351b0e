/** One figure of a bench, with its comparison: a floor measured in the same run, a target, or neither. */
export type Row = {
  what: string;
  value: number;
  unit: string;
  /** The same work without Portico, in the same unit: the best that the machine can do. */
  floor?: number;
  aim?: { atLeast: number } | { atMost: number };
};

/** The exports of a `bench/*.bench.ts`. */
export type Bench = { name: string; run: () => Promise<Row[]> };

/** True if the row's target is met or it has none. */
export function isMet({ value, aim }: Row): boolean {
  if (aim === undefined) return true;
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
}
