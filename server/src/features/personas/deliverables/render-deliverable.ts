import type { DeliverableType } from '@portico/shared-types';
import { DeliverableError } from './deliverable-error.ts';
import { type DeliverableContext, runInProcess } from './deliverable-process.ts';

/** Maximum characters of one deliverable. */
const maxContentLength = 200_000;

export const deliverableFiles: Readonly<Record<DeliverableType, { extension: string; mimeType: string }>> = {
  markdown: { extension: 'md', mimeType: 'text/markdown' },
  csv: { extension: 'csv', mimeType: 'text/csv' },
  pdf: { extension: 'pdf', mimeType: 'application/pdf' },
};

/** Creates the file of a deliverable from its content. Throws a DeliverableError if that fails. */
export async function renderDeliverable(
  deliverable: { type: DeliverableType; title: string },
  content: string,
  context: DeliverableContext,
): Promise<Buffer> {
  if (content.trim() === '') throw new DeliverableError('The content is blank.');
  if (content.length > maxContentLength) throw new DeliverableError('The content is longer than 200,000 characters.');
  switch (deliverable.type) {
    case 'csv':
      return runInProcess({ kind: 'csv', content }, context);
    case 'markdown':
      return Buffer.from(`${content.trim()}\n`);
    case 'pdf':
      return runInProcess({ kind: 'pdf', title: deliverable.title, markdown: content }, context);
  }
}

/** Why these bytes are not a file of this type; undefined if they are one. */
export async function findFault(type: DeliverableType, bytes: Buffer): Promise<string | undefined> {
  switch (type) {
    case 'csv':
      return (await import('./csv.ts')).isCsv(bytes) ? undefined : 'it contains no table';
    case 'markdown':
      return bytes.toString('utf8').trim() === '' ? 'it is blank' : undefined;
    case 'pdf':
      return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-8).includes('%%EOF')
        ? undefined
        : 'it is not a complete PDF';
  }
}

/** The file name of a deliverable: readable, portable, and with its version from the second on. */
export function nameFile(name: string, type: DeliverableType, version: number): string {
  const { extension } = deliverableFiles[type];
  const stem = name
    .normalize('NFC')
    .replace(new RegExp(`\\.${extension}$`, 'i'), '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  return `${stem || 'deliverable'}${version === 1 ? '' : `-v${version}`}.${extension}`;
}
