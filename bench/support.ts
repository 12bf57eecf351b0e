import { performance } from 'node:perf_hooks';

/** Runs `work` over and over from `connections` loops for `seconds`, and returns how many a second got done. */
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

/** The time below which `share` of the samples lie, in their unit. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
