import type { Outbound } from '../outbound/index.ts';
import { type ExtractedText, extractText } from './extract-text.ts';
import { fetchDocument, nameOfAddress } from './fetch-document.ts';
import type { ExtractionMode } from './read-document.ts';

/**
 * Fetches an address and reads its text (docs/reference/public-forms.md#submitting). Throws a FetchError or an
 * ExtractionError.
 */
export async function extractUrl(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  {
    workspaceId,
    mode,
    maxLength,
    signal,
  }: { workspaceId: string; mode: ExtractionMode; maxLength?: number; signal: AbortSignal },
): Promise<ExtractedText> {
  const { bytes, contentType, url: address } = await fetchDocument(outbound, url, signal);
  const bound = maxLength === undefined ? {} : { maxLength };
  const options = { workspaceId, fileName: nameOfAddress(address), mode, contentType, address, signal, ...bound };
  return extractText({ bytes }, options);
}
