import type { BoundRoute } from './http/route.ts';
import type { BoundJob } from './queue.ts';

/** Work that a worker repeats while it runs; each run reads from the database what is due. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** What a created feature provides to the server. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly BoundRoute[];
  readonly jobs?: readonly BoundJob[];
  readonly sweeps?: readonly Sweep[];
  /**
   * Starts a worker's activities other than jobs and sweeps; returns the function that stops them, which is called
   * before anything else is closed.
   */
  readonly start?: () => () => Promise<void>;
}
