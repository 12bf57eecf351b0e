import { type Brand, AssetUrl } from '@portico/shared-types';
import { z } from 'zod';
import { cutText } from '../../platform/cut-text.ts';
import { invalid } from '../../platform/errors.ts';
import { decodeResponse } from '../../platform/extract/index.ts';
import { OutboundError } from '../../platform/outbound/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { toStorableText } from '../../platform/storable-text.ts';
import { findColorInStyles, isVivid, toHex } from './find-color.ts';
import type { PageBrand } from './read-page.ts';

const timeoutMs = 10_000;
const maxPageBytes = 1024 * 1024;
const maxFileBytes = 300 * 1024;

/** The parts of a web app manifest that describe the brand (W3C Web Application Manifest). */
const Manifest = z.object({
  name: z.string().optional().catch(undefined),
  short_name: z.string().optional().catch(undefined),
  theme_color: z.string().optional().catch(undefined),
  icons: z
    .array(z.object({ src: z.string(), sizes: z.string().default('') }))
    .max(100)
    .catch([]),
});
type Manifest = z.infer<typeof Manifest> & { readonly url: string };

/** The property for an organisation's logo in JSON-LD (schema.org/logo). */
const LinkedData = z.object({ logo: z.union([z.string(), z.object({ url: z.string() })]) });

/** Reads the brand that a site declares. Throws 400 for an address without a page. */
export async function lookUpBrand(platform: Platform, address: string, signal: AbortSignal): Promise<Brand> {
  const page = await fetchPage(
    platform,
    /^[a-z][a-z0-9+.-]*:\/\//iu.test(address) ? address : `https://${address}`,
    signal,
  );
  const { readPage } = await import('./read-page.ts');
  const brand = readPage(page.text, page.url);
  const manifest = brand.manifest === undefined ? undefined : await fetchManifest(platform, brand.manifest, signal);
  return {
    name: chooseName(brand, manifest),
    primary_color: await chooseColor(platform, brand, manifest, signal),
    logo_url: chooseLogo(brand, page.url),
    icon_url: await chooseIcon(platform, brand, manifest, page.url, signal),
  };
}

async function fetchPage(platform: Platform, url: string, signal: AbortSignal): Promise<{ text: string; url: string }> {
  const refuse = (message: string) => invalid({ path: 'body.url', message, code: 'invalid_url' });
  try {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const options = { signal, timeoutMs, headers, maxBytes: maxPageBytes, truncate: true };
    const answer = await platform.outbound.request(url, options);
    if (answer.status < 200 || answer.status > 299) throw refuse(`The address answered HTTP ${answer.status}.`);
    const type = answer.headers['content-type'] ?? 'text/html';
    if (!/html|xml/iu.test(type)) throw refuse('The address is not a web page.');
    return { text: decodeResponse(answer.body, type), url: answer.url };
  } catch (error) {
    if (error instanceof OutboundError) throw refuse(error.message);
    throw error;
  }
}

/** An optional file of the site: it is skipped if it can't be fetched. */
async function fetchFile(platform: Platform, url: string, signal: AbortSignal) {
  try {
    const options = { signal, timeoutMs: timeoutMs / 2, maxBytes: maxFileBytes, truncate: true };
    const answer = await platform.outbound.request(url, options);
    return answer.status >= 200 && answer.status < 300 ? answer : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

async function fetchManifest(platform: Platform, url: string, signal: AbortSignal): Promise<Manifest | undefined> {
  const file = await fetchFile(platform, url, signal);
  const parsed = Manifest.safeParse(parseJson(file?.body.toString('utf8') ?? ''));
  return file !== undefined && parsed.success ? { ...parsed.data, url: file.url } : undefined;
}

function chooseName({ metas, title }: PageBrand, manifest: Manifest | undefined): string | null {
  const short = title.split(/\s+[|–—·•:-]\s+/u).find((part) => part.trim() !== '');
  const names = [
    metas.get('og:site_name'),
    metas.get('application-name'),
    metas.get('apple-mobile-web-app-title'),
    manifest?.short_name,
    manifest?.name,
    short,
  ];
  const found = names.map((name) => name?.replaceAll(/\s+/gu, ' ').trim() ?? '').find((name) => name !== '');
  return found === undefined ? null : cutText(toStorableText(found), 200);
}

async function chooseColor(
  platform: Platform,
  { metas, maskColor, css, styleSheets }: PageBrand,
  manifest: Manifest | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const declared = [metas.get('theme-color'), maskColor, manifest?.theme_color, metas.get('msapplication-tilecolor')];
  const colors = declared.flatMap((color) => toHex(color) ?? []);
  const vivid = colors.find(isVivid) ?? findColorInStyles(css);
  if (vivid !== undefined) return vivid;
  for (const url of styleSheets.slice(0, 3)) {
    const found = findColorInStyles((await fetchFile(platform, url, signal))?.body.toString('utf8') ?? '');
    if (found !== undefined) return found;
  }
  // Black can be a brand colour; white only means that the page is white.
  return colors.find((color) => color < '#808080') ?? null;
}

function chooseLogo({ things, logos, metas, touchIcons }: PageBrand, base: string): string | null {
  const linked = things.flatMap((thing) => {
    const { logo } = LinkedData.safeParse(thing).data ?? {};
    return logo === undefined ? [] : [typeof logo === 'string' ? logo : logo.url];
  });
  return firstAsset([...linked, metas.get('og:logo'), ...logos, largest(touchIcons)], base);
}

async function chooseIcon(
  platform: Platform,
  { icons, touchIcons }: PageBrand,
  manifest: Manifest | undefined,
  base: string,
  signal: AbortSignal,
): Promise<string | null> {
  const listed = (manifest?.icons ?? []).map(({ src, sizes }) => ({ url: src, size: Number.parseInt(sizes, 10) || 0 }));
  const fromManifest = firstAsset([largest(listed)], manifest?.url ?? base);
  const declared = firstAsset([largest(touchIcons), fromManifest ?? undefined, largest(icons)], base);
  if (declared !== null) return declared;
  const usual = new URL('/favicon.ico', base).href;
  const file = await fetchFile(platform, usual, signal);
  return file !== undefined && /^image\//iu.test(file.headers['content-type'] ?? '') ? usual : null;
}

function largest(icons: readonly { url: string; size: number }[]): string | undefined {
  return icons.toSorted((a, b) => b.size - a.size)[0]?.url;
}

/** The first image that an interface's branding would accept. */
function firstAsset(urls: readonly (string | undefined)[], base: string): string | null {
  for (const url of urls) {
    if (url === undefined || !URL.canParse(url, base)) continue;
    const asset = AssetUrl.safeParse(new URL(url, base).href);
    if (asset.success) return asset.data;
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
