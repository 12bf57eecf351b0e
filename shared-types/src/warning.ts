import { z } from 'zod';

/** A setting that may not work; it does not prevent the change. */
export const Warning = z.object({ path: z.string(), message: z.string() });
export type Warning = z.infer<typeof Warning>;
