import type { PublicForm } from '@portico/shared-types/api/public-forms';
import type { Notice } from '../notice.ts';

/** Bytes in the MB of docs/reference/addresses.md#values. */
export const megabyte = 1_048_576;

/**
 * Extensions of the accepted kinds (docs/reference/knowledge-bases.md#accepted-content) whose MIME type browsers leave
 * empty or get wrong.
 */
const typeOfExtension: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  json: 'application/json',
  csv: 'text/csv',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  js: 'text/javascript',
  ts: 'text/x-typescript',
  py: 'text/x-python',
};

const imageTypes = [...new Set(Object.values(typeOfExtension))].filter((type) => type.startsWith('image/'));

/** Alternative extensions, left out of the list shown to people. */
const spellings: ReadonlySet<string> = new Set(['htm', 'jpeg']);

/** The fault of a file before it is uploaded, or null. The server checks the bytes; this only avoids a useless wait. */
export function checkFile(file: File, form: PublicForm, limit: (bytes: number) => string): Notice | null {
  if (!isAllowedType(file, form.allowedFileTypes)) return { key: 'fileWrongType' };
  if (file.size === 0) return { key: 'fileEmpty' };
  const most = form.maxFileSizeMb * megabyte;
  if (file.size > most) return { key: 'fileTooLarge', values: { size: limit(file.size), limit: limit(most) } };
  return null;
}

function isAllowedType(file: File, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const extension = extensionOf(file.name);
  const byName = typeOfExtension[extension];
  // Mostly source code: neither the browser nor this page knows its type, but the server does.
  const isUnknown = file.type === '' && byName === undefined;
  if (isUnknown && allowed.some((type) => type.startsWith('text/'))) return true;
  const kinds = [file.type, byName ?? '', `.${extension}`];
  return allowed.some((type) => kinds.some((kind) => matches(kind, type)));
}

/** `wanted` is a MIME type, `image/*`, or an extension with or without its dot. */
function matches(type: string, wanted: string): boolean {
  const pattern = wanted.toLowerCase();
  if (pattern === '*/*') return true;
  if (pattern.endsWith('/*')) return type.startsWith(pattern.slice(0, -1));
  if (pattern.includes('/')) return type === pattern;
  const extension = pattern.replace(/^\./, '');
  return type === `.${extension}` || type === typeOfExtension[extension];
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The `accept` of the file picker: the types, and extensions for types that the system doesn't know. */
export function acceptOf(allowed: readonly string[]): string {
  const extensions = Object.entries(typeOfExtension).filter(([, type]) =>
    allowed.some((wanted) => matches(type, wanted)),
  );
  const given = allowed.map((wanted) => (/[/.]/.test(wanted) ? wanted : `.${wanted}`));
  return [...new Set([...given, ...extensions.map(([extension]) => `.${extension}`)])].join(',');
}

/** The allowed kinds in readable form: PDF, DOCX, PNG. Empty if everything is allowed. */
export function nameTypes(allowed: readonly string[]): string[] {
  const known = Object.entries(typeOfExtension)
    .filter(([extension, type]) => !spellings.has(extension) && allowed.some((wanted) => matches(type, wanted)))
    .map(([extension]) => extension);
  const others = allowed.filter((wanted) => !wanted.includes('/')).map((wanted) => wanted.replace(/^\./, ''));
  return [...new Set([...known, ...others.filter((extension) => typeOfExtension[extension] === undefined)])].map(
    (extension) => extension.toUpperCase(),
  );
}

export function allowsImages(allowed: readonly string[]): boolean {
  return allowed.length === 0 || imageTypes.some((type) => allowed.some((wanted) => matches(type, wanted)));
}
