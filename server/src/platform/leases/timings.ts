/** How often a worker polls, checks and waits, in milliseconds; part of the platform, so that tests can be faster. */
export interface LeaseTimings {
  /** Time between two polls for due rows; wake-ups are faster but may get lost. */
  readonly lookMs: number;
  /** The longest time between two polls: each that finds nothing to do doubles the pause, up to this. */
  readonly maxLookMs: number;
  /** Time between two checks of the leases: a cancel whose notification was lost reaches the work within this time. */
  readonly checkMs: number;
  /** Time that running work gets to end by itself when the process stops. */
  readonly graceMs: number;
}

export const leaseTimings: LeaseTimings = { lookMs: 500, maxLookMs: 2_000, checkMs: 1_000, graceMs: 4_000 };

/** Number of checks after which the leases are extended, well before the shortest of them ends. */
export const checksPerExtension = 3;

/** Milliseconds after which another process may claim a row whose process is silent. */
export const leaseMs = {
  execution: 15_000,
  reply: 10_000,
  task: 10_000,
  /** Well over the 15 s of an attempt, because a second attempt must not begin during the first. */
  delivery: 30_000,
  submission: 30_000,
  document: 20_000,
  /** Longer than the 30 s of a page, so that a slow page is fetched once. */
  crawl: 60_000,
} as const;

/** A row that failed for an unforeseen reason is left alone for as long as the longest lease lasts. */
export const pauseAfterFaultMs = Math.max(...Object.values(leaseMs));

/** How long a write of held work waits for a database that is unavailable; shorter than any lease. */
export const writeTimeoutMs = 8_000;

/** Number of processes that may die while holding a row, in a row and without progress, before it ends as failed. */
export const maxBreakOffs = 3;
/**
 * From this number on, a row never runs together with another such row: the next death then shows which one caused it.
 */
export const suspectBreakOffs = 2;
/** How long a suspected row is watched alone, in milliseconds. */
export const probationMs = 20_000;

/** A time nearer than this gets a separate timer; the regular poll finds all others. */
export const nearMs = 60_000;

/** Formats milliseconds as a Postgres interval. */
export function toInterval(ms: number): string {
  return `${ms} milliseconds`;
}

/** A smaller difference may only be the time that an answer took. */
const ignoredDifferenceMs = 5_000;

/**
 * How far the database's clock, which was just read, is ahead of this machine's, in milliseconds; 0 if they agree.
 */
export function measureAhead(databaseMs: number): number {
  const ahead = databaseMs - Date.now();
  return Math.abs(ahead) < ignoredDifferenceMs ? 0 : Math.round(ahead);
}
