import type { Passage } from '../chat-model.ts';

/** A text to answer from: a passage of a search, or one that stands in the conversation itself. */
export interface Source {
  content: string;
  /** What can be cited; null for a text that the user brought along. */
  passage: Passage | null;
}
