import { z } from 'zod';
import { isBlank } from '../rules/read-field-value.ts';

/** White space and characters without a shape, such as zero-width spaces, don't count as text. */
export const notBlank = z.refine<string>((text) => !isBlank(text), {
  message: 'is blank',
  params: { code: 'required' },
});

/** Text of up to `max` UTF-16 units that is not blank. */
export const visibleText = (max: number) => z.string().max(max).check(notBlank);
