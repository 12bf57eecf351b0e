import { readUnclear } from '@portico/browser-kit/read-number';
import { useCallback } from 'preact/hooks';
import type { FieldFault } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { faultTexts } from './fault-texts.ts';

/** The server's messages of rules with a limit, all of which contain it: `must have at most 200 characters`. */
const limits: Readonly<Record<string, readonly [RegExp, keyof typeof faultTexts]>> = {
  too_long: [/^must have at most ([\d,]+) characters?$/, 'too_long_limit'],
  too_short: [/^must have at least ([\d,]+) characters?$/, 'too_short_limit'],
  too_small: [/^must be at least (-?[\d.,]+)$/, 'too_small_limit'],
  too_large: [/^must be at most (-?[\d.,]+)$/, 'too_large_limit'],
  too_many: [/^must have at most ([\d,]+) \w+$/, 'too_many_limit'],
};

/**
 * Returns the function that describes the error of a field in the member's language, with the limit if there is one. With
 * the field's value, it says how a number is written that could be read in two ways.
 */
export function useFaultText(): (fault: Pick<FieldFault, 'code' | 'message'>, value?: unknown) => string {
  const say = useTexts(faultTexts);
  return useCallback(
    ({ code, message }, value) => {
      const [pattern, key] = limits[code] ?? [];
      const limit = pattern?.exec(message)?.[1]?.replaceAll(',', '');
      if (key !== undefined && limit !== undefined) return say(key, { count: Number(limit) });
      if (code === 'invalid_number' || /^must be a (whole )?number\b/.test(message)) {
        const unclear = typeof value === 'string' ? readUnclear(value) : undefined;
        if (unclear !== undefined) return say('unclear_number', unclear);
        // Other codes say what else is possible, such as a template.
        if (code !== 'invalid') return say('invalid_number');
      }
      return isKnown(code) ? say(code) : capitalize(message);
    },
    [say],
  );
}

function isKnown(code: string): code is keyof typeof faultTexts {
  return Object.hasOwn(faultTexts, code);
}

/** The server's messages continue the name of the field: `is not on the public Internet`. */
function capitalize(message: string): string {
  if (/^(is|has|would|contains) /.test(message)) return `This ${message}.`;
  return message.charAt(0).toUpperCase() + message.slice(1);
}
