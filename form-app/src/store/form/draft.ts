import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { fitValue, type FieldValue, type FieldValues } from './field-value.ts';
import { createId } from '@portico/shared-types/rules/create-id';
import type { Drawer } from '../storage.ts';

/** A file as stored in a draft: with its capability if it was uploaded, else only as a name to choose again. */
export interface KeptFile {
  name: string;
  size: number;
  type: string;
  fileRef: string | null;
  downloadUrl: string | null;
  /** Milliseconds since 1970 at the end of the upload. */
  uploadedAt: number | null;
}

/** The visitor's complete input. */
export interface Draft {
  message: string;
  inputs: FieldValues;
  urls: readonly string[];
  files: readonly KeptFile[];
  sessionId: string;
}

/** Unclaimed uploads are removed after a day; an hour less leaves time to finish the form. */
const uploadLife = 23 * 3_600_000;

export function emptyDraft(): Draft {
  return { message: '', inputs: {}, urls: [], files: [], sessionId: createId() };
}

export function isEmptyDraft({ message, inputs, urls, files }: Draft): boolean {
  const filled = Object.values(inputs).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
  return message === '' && !filled && urls.length === 0 && files.length === 0;
}

/** Reads a stored draft. Null if there is none. */
export function readDraft(drawer: Drawer, key: string, form: PublicForm, now: number): Draft | null {
  return fitDraft(drawer.read(key), form, now);
}

/** A stored draft without anything that is invalid or no longer part of the form. Null if it is none. */
export function fitDraft(kept: unknown, form: PublicForm, now: number): Draft | null {
  if (!isRecord(kept) || typeof kept['sessionId'] !== 'string') return null;
  return {
    message: typeof kept['message'] === 'string' ? kept['message'] : '',
    inputs: readInputs(form, kept['inputs']),
    urls: form.allowUrlInput ? readStrings(kept['urls']) : [],
    files:
      form.allowFileUpload && Array.isArray(kept['files']) ? kept['files'].flatMap((file) => readFile(file, now)) : [],
    sessionId: kept['sessionId'],
  };
}

/** The values of a form's fields from an untrusted object; with the page's `language` unless it is a draft. */
export function readInputs(form: PublicForm, value: unknown, language?: string): Record<string, FieldValue> {
  const given = isRecord(value) ? value : {};
  const inputs: Record<string, FieldValue> = {};
  for (const field of form.fields) {
    const fitted = Object.hasOwn(given, field.name) ? fitValue(field, given[field.name], language) : null;
    if (fitted !== null) inputs[field.name] = fitted;
  }
  return inputs;
}

export function readStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readFile(value: unknown, now: number): KeptFile[] {
  if (!isRecord(value) || typeof value['name'] !== 'string' || typeof value['size'] !== 'number') return [];
  const { name, size, type, fileRef, downloadUrl, uploadedAt } = value;
  const isAlive = typeof fileRef === 'string' && typeof uploadedAt === 'number' && now - uploadedAt < uploadLife;
  return [
    {
      name,
      size,
      type: typeof type === 'string' ? type : '',
      fileRef: isAlive ? fileRef : null,
      downloadUrl: isAlive && typeof downloadUrl === 'string' ? downloadUrl : null,
      uploadedAt: isAlive ? uploadedAt : null,
    },
  ];
}
