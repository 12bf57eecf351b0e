import { z } from 'zod';

/** The kinds of links that lead to the console, by the name in their fragment. */
export const LinkCheck = z.strictObject({ kind: z.enum(['setup', 'invitation']), token: z.string().min(1).max(200) });
export type LinkCheck = z.infer<typeof LinkCheck>;

/** Whom a valid link is for. */
export const CheckedLink = z.object({ email: z.string().nullable(), has_account: z.boolean() });
export type CheckedLink = z.infer<typeof CheckedLink>;
