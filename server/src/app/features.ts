import { apiKeyRoutes } from '../features/api-keys/index.ts';
import { fileRoutes } from '../features/files/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import type { BoundJob } from '../platform/queue.ts';

/** Work that a worker repeats for as long as it lives; each run asks the database what is due. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  run(platform: Platform): Promise<void>;
}

/** What a feature brings: the explicit list, so that nothing is found by magic. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly jobs?: (platform: Platform) => readonly BoundJob[];
  readonly sweeps?: readonly Sweep[];
}

export const features: readonly Feature[] = [
  { name: 'api-keys', routes: apiKeyRoutes },
  { name: 'files', routes: fileRoutes },
];
