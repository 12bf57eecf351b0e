import type { Failure } from './failure.ts';
import { slowFiles } from './slow-files.ts';

/** The duration of one test file in milliseconds: imports, hooks and tests. */
export interface FileTime {
  readonly file: string;
  readonly ms: number;
}

/** Maximum duration of a file on a quiet machine with two cores, in milliseconds. */
const limitMs = 15_000;
/**
 * The median of all files on that machine, in milliseconds. A run with a longer median was on a slower or busier
 * machine, and gets a proportionally longer limit.
 */
const quietMedianMs = 700;
/** With fewer files the median depends too much on the selection. */
const minimumFiles = 50;

export interface TimesReport {
  /** The ten slowest files, the slowest first, a line for each. */
  readonly slowest: string[];
  /** Maximum duration of a file in this run, in milliseconds. */
  readonly limitMs: number;
  /** The files that take longer and aren't listed in slow-files.ts. */
  readonly tooSlow: FileTime[];
}

/**
 * Checks the durations of a run by the run's own median. Browser specs are shown but have no limit, because a file has
 * many pages.
 */
export function judgeTimes(times: readonly FileTime[], allowed: Record<string, string> = slowFiles): TimesReport {
  const sorted = times.toSorted((one, other) => other.ms - one.ms);
  const limited = sorted.filter(({ file }) => !file.startsWith('e2e/'));
  const median = limited[Math.floor(limited.length / 2)]?.ms ?? 0;
  const limit = limitMs * Math.max(1, median / quietMedianMs);
  const over = limited.length < minimumFiles ? [] : limited.filter(({ ms }) => ms > limit);
  return {
    slowest: sorted.slice(0, 10).map(({ file, ms }) => `${seconds(ms).padStart(7)}  ${file}`),
    limitMs: limit,
    tooSlow: over.filter(({ file }) => !(file in allowed)),
  };
}

/** A file that took too long, with advice. */
export function describeTooSlow({ file, ms }: FileTime, limit: number): Failure {
  const error = `took ${seconds(ms)}, and a file may take ${seconds(limit)} in this run; make it wait for less, or list it in scripts/tests/slow-files.ts with the reason`;
  return { test: file, error };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
