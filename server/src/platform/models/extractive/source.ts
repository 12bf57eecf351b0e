import type { Passage } from '../chat-model.ts';

/** A text to quote from: a passage of a search, or a text in the conversation itself. */
export interface Source {
  content: string;
  /** The citable passage; null for a text from the user. */
  passage: Passage | null;
  /** The passages that the content consists of, if there are several. */
  parts?: readonly Passage[];
}

/** Maximum characters that a chunk may repeat from the previous one. */
const maxOverlap = 800;

/**
 * Passages as sources, best first. Neighbouring passages of a document are joined: a quotation may begin in one and end
 * in the next.
 */
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

/** The passages that adjoin this one without a gap, in order. */
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

/** The text of two chunks, without the part of the first that the second repeats. */
function joinTexts(before: string, after: string): string {
  for (let length = Math.min(maxOverlap, after.length, before.length); length >= 20; length -= 1)
    if (before.endsWith(after.slice(0, length))) return before + after.slice(length);
  return `${before}\n\n${after}`;
}
