import { detectLanguage, isLanguage, type Language } from '../../lexicon/languages.ts';
import type { ChatRequest, Passage } from '../chat-model.ts';
import { textOf } from '../last-user-text.ts';
import type { Frames } from '@portico/shared-types/languages/en/model';
import { textsByLanguage } from '@portico/shared-types/languages/lists/model';
import { moreFrames } from './more-frames.ts';

/** Number of messages that are searched for the conversation's language. */
const maxBack = 6;

/** The texts around quotations, in the language of the reply; English if it is undefined. */
export function chooseFrames(language: Language | undefined): Frames {
  return framesOf(language) ?? textsByLanguage.en.frames;
}

/**
 * The language of the reply: that of the question, else of the conversation, else of the interface, else of the
 * passages, because a keyword alone shows no language. Undefined if it has no texts in this language.
 */
export function chooseLanguage({ messages, locale, passages = [], nearest = [] }: ChatRequest): Language | undefined {
  const texts = messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .slice(-maxBack)
    .toReversed();
  const ofPassages = detectPassagesLanguage([...passages, ...nearest]);
  for (const text of texts) {
    const language = detectLanguage(text.slice(0, 600), ofPassages);
    if (framesOf(language) !== undefined) return language;
  }
  const language = locale?.toLowerCase().split('-', 1)[0] ?? ofPassages;
  return isLanguage(language) && framesOf(language) !== undefined ? language : undefined;
}

/** The language of the passages together, as one alone may only have a word of another; undefined if they show none. */
export function detectPassagesLanguage(passages: readonly Passage[]): Language | undefined {
  return detectLanguage(passages.map(({ content }) => content.slice(0, 300)).join('\n'));
}

function framesOf(language: Language | undefined): Frames | undefined {
  return language === undefined ? undefined : (textsByLanguage[language]?.frames ?? moreFrames[language]);
}

/** A frame with the subject filled in. */
export function fillFrame(frame: string, value: string): string {
  return frame.replace('{}', () => value);
}

/** "**A**, **B** and **C**", at most `most`. */
export function listNames(names: readonly string[], frames: Frames, most = 3): string {
  const bold = names.slice(0, most).map((name) => `**${name}**`);
  const last = bold.pop() ?? '';
  return bold.length > 0 ? `${bold.join(', ')}${frames.and}${last}` : last;
}
