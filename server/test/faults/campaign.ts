/** The size of a campaign, and the seed of its random choices. */
export interface Extent {
  readonly seed: number;
  /** Faults: kills, stops, restarts, or executions that are cancelled or cut. */
  readonly faults: number;
  /** Number of executions that are running when a fault strikes. */
  readonly runs: number;
  /** Multiplies the documented times: a sample shares the machine with other tests, which slow it down. */
  readonly slowness: number;
  /** Called with a description of each step. */
  readonly say: (line: string) => void;
}

/** The counts of a campaign. It throws an AssertionError if the product doesn't survive a fault. */
export type Figures = Record<string, number>;

/** The largest of the numbers; 0 if there are none. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
