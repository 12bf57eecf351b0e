import { basename } from 'node:path';
import { type Outbound, OutboundError } from '../outbound/index.ts';

/** Why no document could be fetched from an address; `message` is safe to show. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code = 'fetch_failed';
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, cause?: unknown) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

export interface FetchedDocument {
  bytes: Uint8Array;
  /** The server's Content-Type header, '' if it sent none. */
  contentType: string;
  /** The address after all redirects. */
  url: string;
}

const accept = 'text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf;q=0.9,*/*;q=0.5';

/**
 * Fetches the content of a user's address through the outbound client (docs/reference/outbound.md#addresses). Throws a
 * FetchError.
 */
export async function fetchDocument(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  try {
    const answer = await outbound.request(url, { headers: { accept }, signal });
    if (answer.status < 200 || answer.status > 299) {
      const mayPass = answer.status >= 500 || answer.status === 429 || answer.status === 408;
      throw new FetchError(`The address answered with status ${answer.status}.`, mayPass);
    }
    return { bytes: answer.body, contentType: answer.headers['content-type'] ?? '', url: answer.url };
  } catch (error) {
    if (error instanceof OutboundError) throw new FetchError(error.message, error.retryable, error);
    throw error;
  }
}

/** The file name at the end of an address, '' if it has none. */
export function nameOfAddress(address: string): string {
  const name = basename(new URL(address).pathname);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
