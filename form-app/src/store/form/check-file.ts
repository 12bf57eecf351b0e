import { mayUpload } from '@portico/browser-kit/may-upload';
import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { binaryTypes, matchesType, typesByExtension } from '@portico/shared-types/rules/content-types';
import type { Notice } from '../notice.ts';

/** Bytes in the MB of docs/reference/addresses.md#values. */
export const megabyte = 1_048_576;

/** Extensions that the list of allowed kinds shows to people: the best known one of each well-known type. */
const shown = 'pdf docx doc xlsx txt md html json csv png jpg gif webp js ts py'.split(' ');

const imageTypes = Object.values(binaryTypes).filter((type) => type.startsWith('image/'));

/** The fault of a file before it is uploaded, or null. The server checks the bytes; this only avoids a useless wait. */
export function checkFile(file: File, form: PublicForm, limit: (bytes: number) => string): Notice | null {
  if (!mayUpload(file, form.allowedFileTypes)) return { key: 'fileWrongType' };
  if (file.size === 0) return { key: 'fileEmpty' };
  const maxBytes = form.maxFileSizeMb * megabyte;
  if (file.size > maxBytes) return { key: 'fileTooLarge', values: { size: limit(file.size), limit: limit(maxBytes) } };
  return null;
}

/** The allowed kinds in readable form: PDF, DOCX, PNG. Empty if everything is allowed. */
export function nameTypes(allowed: readonly string[]): string[] {
  const known = shown.filter((extension) => isAllowedType(typesByExtension.get(extension), allowed));
  const covered = new Set(known.map((extension) => typesByExtension.get(extension)));
  const others = allowed
    .filter((rule) => !rule.includes('/'))
    .map((rule) => rule.replace(/^\./, ''))
    .filter((extension) => !covered.has(typesByExtension.get(extension)));
  return [...new Set([...known, ...others])].map((extension) => extension.toUpperCase());
}

export function allowsImages(allowed: readonly string[]): boolean {
  return allowed.length === 0 || imageTypes.some((type) => isAllowedType(type, allowed));
}

function isAllowedType(type: string | undefined, allowed: readonly string[]): boolean {
  return type !== undefined && allowed.some((rule) => matchesType(type, rule));
}
