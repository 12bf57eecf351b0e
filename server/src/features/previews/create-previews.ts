import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { sweepPreviews } from './previews.ts';

export function createPreviews(platform: Platform): Feature {
  return {
    name: 'previews',
    sweeps: [{ name: 'previews', everyMs: 60_000, run: async () => sweepPreviews(platform) }],
  };
}
