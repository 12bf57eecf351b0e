import type { LiveOptions } from '../types.ts';
import { withoutGaps } from '../without-gaps.ts';

/** Options after an update; single settings of branding and behaviour keep their value if they are not given. */
export function mergeOptions(options: LiveOptions, next: LiveOptions): LiveOptions {
  return {
    ...options,
    ...next,
    branding: { ...options.branding, ...withoutGaps(next.branding ?? {}) },
    behaviour: { ...options.behaviour, ...withoutGaps(next.behaviour ?? {}) },
  };
}
