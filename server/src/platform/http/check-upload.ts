import { binaryContent, findTextContent, findTextContentByMimeType } from '../extract/accepted-content.ts';
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
  if (!isAllowedType(mimeType, allowedTypes)) {
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

function isAllowedType(mimeType: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  return allowed.some((entry) => {
    if (entry === '*/*') return true;
    if (entry.endsWith('/*')) return mimeType.startsWith(entry.slice(0, -1));
    if (entry.includes('/')) return mimeType === (findTextContentByMimeType(entry)?.mimeType ?? entry);
    return mimeType === typeOfExtension(entry.replace(/^\./, ''));
  });
}

function typeOfExtension(extension: string): string | undefined {
  const spelling = extension === 'jpeg' ? 'jpg' : extension;
  const binary = Object.entries(binaryContent).find(([name]) => name === spelling)?.[1];
  return (binary ?? findTextContent(`file.${spelling}`))?.mimeType;
}
