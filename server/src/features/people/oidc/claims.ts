import { maxEmailLength } from '@portico/shared-types/rules/read-email-address';
import { z } from 'zod';

/** What an ID token or the provider's `userinfo` says about a person. */
export const Claims = z.object({
  // Wider than what people may enter: the provider has sent mail to it.
  email: z
    .string()
    .max(maxEmailLength)
    .regex(/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u)
    .refine(
      (email) => !/\u{212A}/u.test(email),
      'contains a Kelvin sign, which is lower-cased to the k of another address',
    )
    .toLowerCase()
    .optional(),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  // What Microsoft Entra ID has instead: whether the owner of the address's domain has verified it.
  xms_edov: z
    .unknown()
    .transform((value) => new Set<unknown>([true, 'true', 1, '1']).has(value))
    .optional(),
  // Some providers send null for what they don't know. Only shown, so nothing in it prevents a sign-in.
  name: z.string().optional().catch(undefined),
  picture: z.string().optional().catch(undefined),
});
export type Claims = z.infer<typeof Claims>;

/** Microsoft's clouds, and its service for customers, where each tenant has a subdomain. */
const entraHost =
  /^(login\.microsoftonline\.(com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net|[^.]+\.ciamlogin\.com)$/;

/**
 * Whether the provider has verified the person's address. `xms_edov` only counts if `issuer` is Entra ID: elsewhere it
 * is a claim like any other, which people may be able to set themselves.
 */
export function isEmailVerified({ email_verified, xms_edov }: Claims, issuer: string): boolean {
  if (email_verified !== undefined) return email_verified;
  return xms_edov === true && entraHost.test(new URL(issuer).hostname);
}
