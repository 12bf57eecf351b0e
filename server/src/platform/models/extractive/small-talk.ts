import { fillFrame, listNames } from './choose-frames.ts';
import type { Frames } from '@portico/shared-types/languages/en/model';
import type { Language } from '../../lexicon/languages.ts';
import { type CourtesyKind, readCourtesies } from './small-talk-words.ts';

export type SmallTalk = CourtesyKind | 'identity';

const maxLength = 100;

/**
 * The kind of small talk if the message is nothing else; null if it asks or states something. `language` is that of the
 * conversation.
 */
export function findSmallTalk(text: string, language?: Language): SmallTalk | null {
  const asked = text.trim().toLowerCase();
  if (
    /^(?:(?:so |and |ok |hi |hello )*(?:who|what) are you|what can you do|what do you do|how can you help(?: me)?|are you (?:a bot|an ai|human|real)|help)\W*$/u.test(
      asked,
    )
  )
    return 'identity';
  if (text.length > maxLength) return null;
  const found = readCourtesies(text);
  // "Tak" is "yes" in Polish.
  if (language === 'pl' && /^\W*tak\W*$/u.test(asked)) return null;
  return (['thanks', 'greeting', 'goodbye'] as const).find((kind) => found?.has(kind)) ?? null;
}

/** The reply to small talk. `documents` are names of the model's documents; null if it was given none. */
export function answerSmallTalk(kind: SmallTalk, documents: string[] | null, frames: Frames): string {
  if (kind === 'thanks') return frames.thanks;
  if (kind === 'goodbye') return frames.goodbye;
  const offer =
    documents === null
      ? frames.offerText
      : documents.length === 0
        ? frames.offer
        : fillFrame(frames.offerNear, listNames(documents, frames));
  return `${kind === 'greeting' ? frames.greeting : frames.identity} ${offer}`;
}
