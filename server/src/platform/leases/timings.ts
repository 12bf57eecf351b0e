/** How often a worker looks, checks and waits, in milliseconds; on the platform, so that tests can be faster. */
export interface LeaseTimings {
  /** Between two looks for what is due; wake-ups are faster and may get lost. */
  readonly lookMs: number;
  /** Between two checks of the leases: a cancel that no notice brought reaches its work within this time. */
  readonly checkMs: number;
  /** What work gets to end by itself when the process stops. */
  readonly graceMs: number;
}

export const leaseTimings: LeaseTimings = { lookMs: 500, checkMs: 1_000, graceMs: 4_000 };

/** Every so many checks leases are extended, well before the shortest of them ends. */
export const checksPerExtension = 3;

/** Milliseconds after which a row whose process is silent is another's to take. */
export const leaseMs = {
  execution: 15_000,
  reply: 10_000,
  task: 10_000,
  /** Well over an attempt's 15 s, as a second attempt must not begin during the first. */
  delivery: 30_000,
  submission: 30_000,
  document: 20_000,
  /** Longer than a page's 30 s, as a page that is slow is fetched once. */
  crawl: 60_000,
} as const;

/** How long a write of held work waits for a database that is away; less than any lease lasts. */
export const writeTimeoutMs = 8_000;

/** Processes that may die over a row, one after the other and without progress, before it ends as failed. */
export const maxBreakOffs = 3;
/** From so many on, a row is run beside no other such row: the next death then says which of them it was. */
export const suspectBreakOffs = 2;
/** How long a suspect is watched alone, in milliseconds. */
export const probationMs = 20_000;

/** A moment that is nearer is watched by a timer of its own; the regular look finds all others. */
export const nearMs = 60_000;

/** Milliseconds as Postgres reads an interval. */
export function toInterval(ms: number): string {
  return `${ms} milliseconds`;
}
