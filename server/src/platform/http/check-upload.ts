import { matchesType } from '@portico/shared-types/rules/content-types';
import { ExtractionError, fileCode, sniffContent } from '../extract/index.ts';
import { invalid, type ApiError } from '../errors.ts';
import type { UploadedFile } from './route.ts';

export interface UploadRules {
  readonly maxBytes: number;
  /** MIME types, `image/*` or extensions; empty for every kind that the product accepts. */
  readonly allowedTypes: readonly string[];
}

/**
 * Checks a visitor's file and returns its MIME type, detected from its content and never from the client's header.
 * Throws 400 for a file that is too large, empty, of a kind that the product doesn't accept or that the interface
 * doesn't.
 */
export async function checkUpload(file: UploadedFile, { maxBytes, allowedTypes }: UploadRules): Promise<string> {
  if (file.size > maxBytes) throw fileTooLarge('body.file', maxBytes);
  const mimeType = await sniff(file);
  if (allowedTypes.length > 0 && !allowedTypes.some((rule) => matchesType(mimeType, rule))) {
    throw invalid(
      { path: 'body.file', message: `is ${mimeType}, which is not accepted here`, code: 'file_type' },
      { allowed_types: allowedTypes },
    );
  }
  return mimeType;
}

/** 400 for a file that is larger than `maxBytes`. */
export function fileTooLarge(path: string, maxBytes: number): ApiError {
  const fault = { path, message: `is larger than ${maxBytes} bytes`, code: 'file_too_large' as const };
  return invalid(fault, { limit_bytes: maxBytes });
}

async function sniff(file: UploadedFile): Promise<string> {
  try {
    return (await sniffContent({ path: file.path }, file.fileName)).mimeType;
  } catch (error) {
    if (error instanceof ExtractionError) {
      throw invalid({
        path: 'body.file',
        message: error.message,
        code: error.code === 'empty' ? 'file_empty' : fileCode(error),
      });
    }
    throw error;
  }
}
