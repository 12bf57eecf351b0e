import type { Platform } from '../../../platform/platform.ts';

/** Topic of the bus that names submissions whose runs nobody follows yet. */
export const runTopic = 'form-runs';

/** Notifies the workers of a run that nobody follows yet. */
export function announceRun(platform: Platform, id: string): void {
  platform.bus.publish(runTopic, id);
}
