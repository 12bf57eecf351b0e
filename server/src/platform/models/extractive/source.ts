import type { Passage } from '../chat-model.ts';

/** A text to answer from: a passage of a search, or one that stands in the conversation itself. */
export interface Source {
  content: string;
  /** What can be cited; null for a text that the user brought along. */
  passage: Passage | null;
}

/** A document's name as a person would write it: `getting-started.md` is "Getting started". */
export function readableName(documentName: string): string {
  const name = documentName
    .replace(/^.*[/\\](?=[^/\\]+$)/u, '')
    .replace(/\.(?:md|markdown|txt|html?|pdf|docx?|csv|xlsx|json)$/iu, '')
    .replace(/[-_]+/gu, ' ')
    .trim();
  if (name === '') return documentName;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
