import { performance } from 'node:perf_hooks';

/** Repeats `work` in `connections` loops for `seconds`, and returns the number per second. */
export async function measureRate(connections: number, seconds: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await work();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - start) / 1000);
}

/** The value below which this `share` of the samples is, in their unit. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
