import { z } from 'zod';

/** The address of a site; `example.com` means `https://example.com`. */
export const BrandLookup = z.strictObject({ url: z.string().trim().min(1).max(2_000) });
export type BrandLookup = z.infer<typeof BrandLookup>;

/** The branding declared by a site's first page; null for what it doesn't declare. */
export const Brand = z.object({
  name: z.string().nullable(),
  primary_color: z.string().nullable(),
  logo_url: z.string().nullable(),
  icon_url: z.string().nullable(),
});
export type Brand = z.infer<typeof Brand>;
