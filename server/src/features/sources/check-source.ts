import type { Source } from '@portico/shared-types';
import { type FieldFault, invalid } from '../../platform/errors.ts';
import { OutboundError } from '../../platform/outbound/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { findRefreshFault } from './schedule.ts';

/** Throws a 400 that names every fault of a source's settings. */
export function requireValid(
  platform: Platform,
  type: Source['type'],
  wanted: {
    url: string | null;
    urls: readonly string[];
    refresh: string;
    css_include?: string | null | undefined;
    css_exclude?: string | null | undefined;
  },
  isSelector: (text: string) => boolean,
): void {
  const faults: FieldFault[] = [];
  if (type === 'urls') {
    if (wanted.urls.length === 0) faults.push({ path: 'body.urls', message: 'is required', code: 'required' });
    if (wanted.url !== null) faults.push({ path: 'body.url', message: 'is not used by a list of addresses' });
  } else {
    if (wanted.url === null) faults.push({ path: 'body.url', message: 'is required', code: 'required' });
    if (wanted.urls.length > 0) faults.push({ path: 'body.urls', message: `is not used by a ${type}` });
  }
  for (const [path, url] of [
    ['body.url', wanted.url] as const,
    ...wanted.urls.map((one, index) => [`body.urls[${index}]`, one] as const),
  ]) {
    const message = url === null ? undefined : findAddressFault(platform, url);
    if (message !== undefined) faults.push({ path, message, code: 'url_refused' });
  }
  const refresh = findRefreshFault(wanted.refresh);
  if (refresh !== undefined) faults.push({ path: 'body.refresh', message: refresh });
  for (const name of ['css_include', 'css_exclude'] as const) {
    const selector = wanted[name];
    if (selector != null && !isSelector(selector))
      faults.push({ path: `body.${name}`, message: 'is not a CSS selector' });
  }
  if (faults.length > 0) throw invalid(faults);
}

function findAddressFault(platform: Platform, url: string): string | undefined {
  try {
    platform.outbound.check(url);
    return undefined;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
}

/** Loads the parser of CSS selectors with the first source, because it takes 20 MB of memory. */
export async function loadSelectorCheck(): Promise<(text: string) => boolean> {
  const { parseHTML } = await import('linkedom');
  return (text) => {
    try {
      parseHTML('<p></p>').document.querySelector(text);
      return true;
    } catch {
      return false;
    }
  };
}
