import type { Passage } from '../chat-model.ts';

/** A text to answer from: a passage of a search, or one that is in the conversation itself. */
export interface Source {
  content: string;
  /** What can be cited; null for a text that the user brought along. */
  passage: Passage | null;
  /** The passages that the content is made of, if it is more than one. */
  parts?: readonly Passage[];
}

/** Characters that a chunk may repeat of the one before it. */
const maxOverlap = 800;

/** Passages as sources, best first. Neighbours in a document are one text: an answer may begin in one and end in the next. */
export function toSources(passages: readonly Passage[] = []): Source[] {
  const taken = new Set<Passage>();
  return passages.flatMap((passage) => {
    if (taken.has(passage)) return [];
    const parts = findNeighbours(passage, passages);
    for (const part of parts) taken.add(part);
    if (parts.length === 1) return [{ content: passage.content, passage }];
    return [{ content: parts.map(({ content }) => content).reduce(joinTexts), passage, parts }];
  });
}

/** The passages that follow each other without a gap around this one, in their order. */
function findNeighbours(passage: Passage, passages: readonly Passage[]): Passage[] {
  if (passage.ordinal === undefined) return [passage];
  const places = new Map(
    passages.flatMap((other) =>
      other.document_id === passage.document_id && other.ordinal !== undefined ? [[other.ordinal, other] as const] : [],
    ),
  );
  const parts = [passage];
  for (let at = passage.ordinal - 1, part = places.get(at); part !== undefined; at -= 1, part = places.get(at))
    parts.unshift(part);
  for (let at = passage.ordinal + 1, part = places.get(at); part !== undefined; at += 1, part = places.get(at))
    parts.push(part);
  return parts;
}

/** One text of two chunks, without what the second repeats of the first. */
function joinTexts(before: string, after: string): string {
  for (let length = Math.min(maxOverlap, after.length, before.length); length >= 20; length -= 1)
    if (before.endsWith(after.slice(0, length))) return before + after.slice(length);
  return `${before}\n\n${after}`;
}
