import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import type { FieldCode } from '@portico/shared-types/errors';

/** A file or a page of the submission and the progress of reading it. */
export interface RunItem {
  id: string;
  kind: 'file' | 'url';
  name: string;
  state: 'waiting' | 'reading' | 'read' | 'unread';
  /** Why it couldn't be read. */
  fault: FieldCode | null;
}

/** The items of a submission, all in `state` except unreadable ones. */
export function listItems({ files, urls, unread = [] }: FormSubmission, state: RunItem['state']): RunItem[] {
  const items = [
    ...files.map(({ fileName }, at): RunItem => ({ ...fresh, id: `file-${at}`, kind: 'file', name: fileName, state })),
    ...urls.map((url, at): RunItem => ({ ...fresh, id: `url-${at}`, kind: 'url', name: url, state })),
  ];
  for (const { file, url, code } of unread) {
    // Two files may have the same name; each fault is then assigned to the next of them.
    const item = items.find(({ name, fault }) => name === (url ?? file) && fault === null);
    if (item !== undefined) Object.assign(item, { state: 'unread', fault: code });
  }
  return items;
}

const fresh = { fault: null };

/** The server's progress while it reads. */
export interface ReadingStep {
  /** The file or address that it reports. */
  name: string | undefined;
  /** The number of finished items: an event that counts its own item reports its end, others report its start. */
  done: number;
  fault: FieldCode | null;
}

/** Updates the named item; items that started before it have ended. */
export function advanceItems(items: readonly RunItem[], { name, done, fault }: ReadingStep): RunItem[] {
  const index = items.findIndex((item) => item.name === name && !isOver(item));
  const begun = items.filter((item, at) => at === index || item.state !== 'waiting').length;
  return items.map((item, at) => {
    if (at === index && fault !== null) return { ...item, state: 'unread', fault };
    if (at === index) return { ...item, state: done >= begun ? 'read' : 'reading' };
    return item.state === 'reading' && index !== -1 ? { ...item, state: 'read' } : item;
  });
}

/** Whether reading has ended. */
export function isOver({ state }: RunItem): boolean {
  return state === 'read' || state === 'unread';
}
