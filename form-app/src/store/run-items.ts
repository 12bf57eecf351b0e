import type { FormSubmission } from '@portico/shared-types/api/public-forms';

/** A file or a page of the submission and how far its reading has come. */
export interface RunItem {
  id: string;
  kind: 'file' | 'url';
  name: string;
  state: 'waiting' | 'reading' | 'read';
}

export function listItems({ files, urls }: FormSubmission, state: RunItem['state']): RunItem[] {
  return [
    ...files.map(({ fileName }, at): RunItem => ({ id: `file-${at}`, kind: 'file', name: fileName, state })),
    ...urls.map((url, at): RunItem => ({ id: `url-${at}`, kind: 'url', name: url, state })),
  ];
}

/**
 * Moves the named item on. `done` says how many are finished: an event that counts its own item speaks of its end, one
 * that doesn't of its beginning; whatever had begun before it has ended.
 */
export function advanceItems(items: readonly RunItem[], name: string | undefined, done: number): RunItem[] {
  const index = items.findIndex((item) => item.name === name && item.state !== 'read');
  const begun = items.filter((item, at) => at === index || item.state !== 'waiting').length;
  return items.map((item, at) => {
    if (at === index) return { ...item, state: done >= begun ? 'read' : 'reading' };
    return item.state === 'reading' && index !== -1 ? { ...item, state: 'read' } : item;
  });
}
