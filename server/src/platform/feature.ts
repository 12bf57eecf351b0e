import type { BoundRoute } from './http/route.ts';
import type { BoundJob } from './queue.ts';

/** Work that a worker repeats for as long as it lives; each run asks the database what is due. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** What a created feature brings to the server. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly BoundRoute[];
  readonly jobs?: readonly BoundJob[];
  readonly sweeps?: readonly Sweep[];
  /** Starts what a worker does beside jobs and sweeps; returns what stops it, before anything else is closed. */
  readonly start?: () => () => Promise<void>;
}
