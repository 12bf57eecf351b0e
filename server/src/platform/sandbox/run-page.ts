import { ExtractionError } from '../extract/extraction-error.ts';
import { readPage } from '../extract/page/read-page.ts';
import type { SandboxAnswer, SandboxTask } from './task.ts';

/** Reads a web page. */
export function runPage({ text, options }: Extract<SandboxTask, { kind: 'page' }>): SandboxAnswer {
  try {
    return { kind: 'page', page: readPage(text, options) };
  } catch (error) {
    const known =
      error instanceof ExtractionError
        ? error
        : new ExtractionError(error instanceof RangeError ? 'too_complex' : 'corrupt');
    return { kind: 'unreadable', code: known.code, message: known.message };
  }
}
