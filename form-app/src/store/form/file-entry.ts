import type { KeptFile } from './draft.ts';
import type { Notice } from '../notice.ts';

export type FileStatus = 'queued' | 'uploading' | 'waiting' | 'offline' | 'done' | 'failed' | 'refused' | 'interrupted';

/** A file in the visitor's list. */
export interface FileEntry {
  id: string;
  name: string;
  size: number;
  type: string;
  status: FileStatus;
  /** The uploaded share, 0 to 1. */
  share: number;
  notice: Notice | null;
  fileRef: string | null;
  downloadUrl: string | null;
  uploadedAt: number | null;
  /** Milliseconds since 1970 at which a limited upload continues. */
  waitUntil: number | null;
  /** Address of a small picture of it. */
  preview: string | null;
}

/** Types that a browser can safely show as a picture; the server doesn't accept SVG. */
const drawable: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

let count = 0;

export function describeFile(file: File): FileEntry {
  return {
    ...blank(),
    name: file.name,
    size: file.size,
    type: file.type,
    preview: drawable.has(file.type) ? URL.createObjectURL(file) : null,
  };
}

/** A file of a stored draft: present if it was uploaded, else to be chosen again. */
export function restoreFile(kept: KeptFile): FileEntry {
  const isUploaded = kept.fileRef !== null;
  return {
    ...blank(),
    ...kept,
    status: isUploaded ? 'done' : 'interrupted',
    share: isUploaded ? 1 : 0,
    notice: isUploaded ? null : { key: 'fileInterrupted' },
    preview: drawable.has(kept.type) ? kept.downloadUrl : null,
  };
}

export function keepFile({ name, size, type, fileRef, downloadUrl, uploadedAt }: FileEntry): KeptFile {
  return { name, size, type, fileRef, downloadUrl, uploadedAt };
}

function blank(): FileEntry {
  count += 1;
  return {
    id: `file-${count}`,
    name: '',
    size: 0,
    type: '',
    status: 'queued',
    share: 0,
    notice: null,
    fileRef: null,
    downloadUrl: null,
    uploadedAt: null,
    waitUntil: null,
    preview: null,
  };
}
