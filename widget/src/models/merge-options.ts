import type { LiveOptions } from '../types.ts';

/** Options after an update; single settings of the branding and the behaviour keep their value if they are not named. */
export function mergeOptions(options: LiveOptions, next: LiveOptions): LiveOptions {
  return {
    ...options,
    ...next,
    branding: { ...options.branding, ...next.branding },
    behaviour: { ...options.behaviour, ...next.behaviour },
  };
}
