/** How much a campaign does, and from which seed its chances come. */
export interface Extent {
  readonly seed: number;
  /** Faults: kills, stops, restarts, or executions that are cancelled or cut. */
  readonly faults: number;
  /** Executions that are running when a fault strikes. */
  readonly runs: number;
  /** Called with each step. */
  readonly say: (line: string) => void;
}

/** What a campaign counted. A fault that the product doesn't survive is an AssertionError instead. */
export type Figures = Record<string, number>;

/** The largest of some numbers, 0 of none. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
