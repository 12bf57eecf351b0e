import { mayUpload } from '@portico/browser-kit/may-upload';
import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { binaryTypes, matchesType, typesByExtension } from '@portico/shared-types/rules/content-types';
import type { Texts } from '../../text/texts.ts';
import type { Notice } from '../notice.ts';

/** Bytes in the MB of docs/reference/addresses.md#values. */
export const megabyte = 1_048_576;

/** Extensions that the list of allowed kinds shows to people: the best known one of each well-known type. */
const shown = 'pdf docx doc xlsx txt md html json csv png jpg gif webp js ts py'.split(' ');

const imageTypes = Object.values(binaryTypes).filter((type) => type.startsWith('image/'));

/** The fault of a file before it is uploaded, or null. The server checks the bytes; this only avoids a useless wait. */
export function checkFile(file: File, form: PublicForm, texts: Texts): Notice | null {
  if (!mayUpload(file, form.allowedFileTypes)) return { key: 'fileWrongType' };
  if (file.size === 0) return { key: 'fileEmpty' };
  const maxBytes = form.maxFileSizeMb * megabyte;
  if (file.size <= maxBytes) return null;
  const values = { size: texts.formatSize(file.size), limit: texts.formatSizeLimit(maxBytes) };
  return { key: 'fileTooLarge', values };
}

/** The allowed kinds in readable form: PDF, DOCX, PNG. The last one is … if there are others, such as source code. */
export function nameTypes(allowed: readonly string[]): string[] {
  const typeOf = (extension: string) => typesByExtension.get(extension) ?? extension;
  const known = shown.filter((extension) => isAllowedType(typeOf(extension), allowed));
  const covered = new Set(known.map(typeOf));
  const others = allowed
    .flatMap((rule) => (rule.includes('/') ? extensionOfType(rule) : rule.replace(/^\./, '')))
    .filter((extension) => !covered.has(typeOf(extension)));
  const named = new Set([...covered, ...others.map(typeOf)]);
  const hasMore = [...typesByExtension.values()].some((type) => isAllowedType(type, allowed) && !named.has(type));
  const names = [...new Set([...known, ...others])].map((extension) => extension.toUpperCase());
  return hasMore ? [...names, '…'] : names;
}

const extensionOfType = (rule: string) => [...typesByExtension].find(([, type]) => type === rule)?.[0] ?? [];

export function allowsImages(allowed: readonly string[]): boolean {
  return imageTypes.some((type) => isAllowedType(type, allowed));
}

function isAllowedType(type: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((rule) => matchesType(type, rule));
}
