import type { FieldCode } from '@portico/shared-types';
import { extractionLimits } from './extraction-limits.ts';

/** Why a document could not be read. Trying again helps with none of these. */
export type ExtractionErrorCode =
  'unsupported_type' | 'empty' | 'encrypted' | 'corrupt' | 'too_large' | 'too_complex' | 'timeout' | 'memory_limit';

const minutes = extractionLimits.milliseconds / 60_000;

const messages: Readonly<Record<ExtractionErrorCode, string>> = {
  unsupported_type: 'This type of file is not supported.',
  empty: 'The document contains no text.',
  encrypted: 'The document is protected by a password.',
  corrupt: 'The document is damaged and could not be read.',
  too_large: describeTooLarge(extractionLimits.textLength),
  too_complex: 'The document is nested too deeply to be read.',
  timeout: `Reading the document took longer than ${minutes} minutes. Split it into smaller files.`,
  memory_limit: 'Reading the document needed too much memory. Split it into smaller files.',
};

/** The error for a document with more than `length` UTF-16 units of text. */
export function describeTooLarge(length: number): string {
  const million = Math.floor(length / 1_000_000);
  return `The document contains more than ${million} million characters of text. Split it into smaller files.`;
}

/** A document that could not be read; `message` is safe to show to the person who sent it. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
  readonly code: ExtractionErrorCode;

  constructor(code: ExtractionErrorCode, message: string = messages[code], options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

const fileCodes: Readonly<Record<ExtractionErrorCode, FieldCode>> = {
  unsupported_type: 'file_type',
  empty: 'file_without_text',
  encrypted: 'file_encrypted',
  corrupt: 'file_damaged',
  too_large: 'file_too_complex',
  too_complex: 'file_too_complex',
  timeout: 'file_too_complex',
  memory_limit: 'file_too_complex',
};

/** The code by which a front end explains to its visitor what is wrong with a document. */
export function fileCode({ code }: ExtractionError): FieldCode {
  return fileCodes[code];
}
