import { detectLanguage, isLanguage, type Language } from '../../lexicon/languages.ts';
import type { ChatRequest } from '../chat-model.ts';
import { textOf } from '../last-user-text.ts';
import type { Frames } from '@portico/shared-types/languages/en/model';
import { textsByLanguage } from '@portico/shared-types/languages/lists/model';
import { moreFrames } from './more-frames.ts';

/** Number of messages that are searched for the conversation's language. */
const maxBack = 6;

/** The texts around quotations, in the language of the question, else of the conversation, else of the interface. */
export function chooseFrames({ messages, locale }: ChatRequest): Frames {
  const texts = messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .slice(-maxBack)
    .toReversed();
  for (const text of texts) {
    const frames = framesOf(detectLanguage(text.slice(0, 600)));
    if (frames !== undefined) return frames;
  }
  const [language] = (locale ?? 'en').toLowerCase().split('-');
  return (isLanguage(language) ? framesOf(language) : undefined) ?? textsByLanguage.en.frames;
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
