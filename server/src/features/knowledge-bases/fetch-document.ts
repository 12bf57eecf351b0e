import { OutboundError } from '../../platform/outbound/index.ts';
import type { Platform } from '../../platform/platform.ts';

/** Why an address gave no document; `message` is safe to show. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly code = 'fetch_failed';
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, cause?: unknown) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

export interface FetchedDocument {
  bytes: Uint8Array;
  contentType: string;
  /** Where redirects led. */
  url: string;
}

const accept = 'text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf;q=0.9,*/*;q=0.5';

/** Fetches what a user's address holds, through the one door out (contract section 10). */
export async function fetchDocument(platform: Platform, url: string, signal: AbortSignal): Promise<FetchedDocument> {
  try {
    const answer = await platform.outbound.request(url, { headers: { accept }, signal });
    if (answer.status < 200 || answer.status > 299) {
      const mayPass = answer.status >= 500 || answer.status === 429 || answer.status === 408;
      throw new FetchFailure(`The address answered with status ${answer.status}.`, mayPass);
    }
    return { bytes: answer.body, contentType: answer.headers['content-type'] ?? '', url: answer.url };
  } catch (error) {
    if (error instanceof OutboundError) throw new FetchFailure(error.message, error.retryable, error);
    throw error;
  }
}
