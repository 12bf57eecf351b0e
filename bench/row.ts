/** One figure of a bench, with what it is held against: a floor measured in the same run, an aim, or neither. */
export type Row = {
  what: string;
  value: number;
  unit: string;
  /** The same work without us, in the same unit: what the machine can do at best. */
  floor?: number;
  aim?: { atLeast: number } | { atMost: number };
};

/** What a `bench/*.bench.ts` exports. */
export type Bench = { name: string; run: () => Promise<Row[]> };

/** True when the row's aim is met or it has none. */
export function isMet({ value, aim }: Row): boolean {
  if (aim === undefined) return true;
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
}
