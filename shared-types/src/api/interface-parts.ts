import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { Timestamp } from '../envelope.ts';
import { isNamedColor } from './color-names.ts';

/*
 * Schemas shared by chat and form interfaces. All of it appears in pages of other sites, so a value that could inject
 * something (a colour that closes its style rule) is rejected when it is saved.
 */

/** Part of the public address; unique on the server among interfaces of its kind. */
export const Slug = z.string().regex(/^[a-z0-9-]{3,64}$/, 'must be 3 to 64 of a-z 0-9 -');
export type Slug = z.infer<typeof Slug>;

/** For visitors a paused interface responds like one that doesn't exist. */
export const InterfaceStatus = z.enum(['active', 'paused']);
export type InterfaceStatus = z.infer<typeof InterfaceStatus>;

const colourPattern =
  /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,30}|(rgba?|hsla?|hwb|(ok)?lab|(ok)?lch|color)\([\d\s.,%/a-z+-]{1,80}\))$/i;
const notColour = 'must be a CSS colour like #5645b5';

/** A CSS colour: #hex, a name, or a function like rgb() or oklch(). */
export const Colour = z.string().trim().regex(colourPattern, notColour).refine(isNotJustAWord, notColour);
export type Colour = z.infer<typeof Colour>;

/** An http or https address, or a path on the server itself. */
export const AssetUrl = z
  .string()
  .max(2_000)
  .refine(isAssetUrl, 'must be an http or https address, or a path that begins with /');
export type AssetUrl = z.infer<typeof AssetUrl>;

/** An origin that may embed an interface; `https://*.example.com` means every subdomain of example.com. */
export const AllowedOrigin = z
  .string()
  .max(300)
  .transform((text, context) => {
    const origin = normaliseOrigin(text.trim());
    if (origin !== undefined) return origin;
    context.addIssue('must be an origin like https://example.com, without a path');
    return z.NEVER;
  });
export type AllowedOrigin = z.infer<typeof AllowedOrigin>;

/**
 * MIME types (`image/png`, `image/*`) or extensions (`pdf`, `.pdf`) allowed for uploads; empty for any accepted kind.
 */
export const AllowedTypes = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([a-z0-9.+-]+\/([a-z0-9.+-]+|\*)|\*\/\*|\.?[a-z0-9]{1,16})$/, 'must be like image/png, image/* or pdf'),
  )
  .max(100)
  .overwrite(distinct);
export type AllowedTypes = z.infer<typeof AllowedTypes>;

/** Requests a minute that one visitor may make; null for the server's own limit. */
export const VisitorLimit = z.int().min(1).max(1_000_000).nullable().default(null);

/** A draft preview: the page at `url` shows it until it expires. */
export const InterfacePreview = z.object({ token: z.string(), expires_at: Timestamp, url: z.string() });
export type InterfacePreview = z.infer<typeof InterfacePreview>;

/** False for a word that is not the name of a colour. */
function isNotJustAWord(text: string): boolean {
  return !/^[a-z]+$/i.test(text) || /^(transparent|currentcolor)$/i.test(text) || isNamedColor(text);
}

function isAssetUrl(text: string): boolean {
  if (/^\/(?!\/)[^\s"'<>\\]*$/.test(text)) return true;
  return /^https?:\/\//i.test(text) && URL.canParse(text) && !/[\s"'<>\\]/.test(text);
}

function normaliseOrigin(text: string): string | undefined {
  const wildcard = /^(https?:\/\/)\*\.(.+)$/i.exec(text);
  const plain = wildcard === null ? text : `${wildcard[1] ?? ''}${wildcard[2] ?? ''}`;
  if (!/^https?:\/\/[^\s/?#@*]+\/?$/i.test(plain) || !URL.canParse(plain)) return undefined;
  const { origin, protocol, host } = new URL(plain);
  return wildcard === null ? origin : `${protocol}//*.${host}`;
}
