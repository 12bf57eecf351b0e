import type { Platform } from '../../../platform/platform.ts';

/** Topic of the bus for submissions whose runs have no follower yet. */
export const runTopic = 'form-runs';

/** Notifies the workers of a run without a follower. */
export function announceRun(platform: Platform, id: string): void {
  platform.bus.publish(runTopic, id);
}
