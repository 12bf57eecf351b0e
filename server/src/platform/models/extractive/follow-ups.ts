import { textsByLanguage } from '@portico/shared-types/languages/lists/model';
import { detectLanguage } from '../../lexicon/languages.ts';
import type { Passage } from '../chat-model.ts';
import { splitWords } from '../text/words.ts';
import { detectPassagesLanguage } from './choose-frames.ts';

/** How to ask about a section of a document, in languages that no page has. */
const moreFrames: ReadonlyMap<string, string> = new Map([
  ['it', 'E riguardo a «{}»?'],
  ['nl', 'Hoe zit het met “{}”?'],
  ['pl', 'A co z „{}”?'],
  ['tr', 'Peki ya “{}”?'],
]);

const maxQuestions = 3;
const maxCharacters = 120;
const isQuestion = /[?？؟;]\s*$/u;

/**
 * Questions about what was found beside the reply: the headings of passages that it does not cite, as they are if they
 * ask something. None about what was asked already.
 */
export function listFollowUps(
  question: string,
  found: readonly Passage[],
  cited: ReadonlySet<string>,
  locale: string | null,
): string[] {
  const [given] = locale?.toLowerCase().split(/[-_]/, 1) ?? [];
  const language = detectLanguage(question.slice(0, 600)) ?? given ?? detectPassagesLanguage(found) ?? 'en';
  const frame = textsByLanguage[language]?.followUp ?? moreFrames.get(language) ?? textsByLanguage.en.followUp;
  const asked = new Set(splitWords(question));
  const seen = new Set(found.filter(({ chunk_id: id }) => cited.has(id)).map((passage) => nameOf(passage)));
  const questions: string[] = [];
  for (const passage of found) {
    const name = nameOf(passage);
    if (name === undefined || seen.has(name) || splitWords(name).every((word) => asked.has(word))) continue;
    seen.add(name);
    questions.push(isQuestion.test(name) ? name : frame.replace('{}', () => name));
    if (questions.length === maxQuestions) break;
  }
  return questions;
}

/** What a passage is about: its nearest heading, else a title that isn't the name of a file. */
function nameOf({ heading, title }: Passage): string | undefined {
  const name = (heading?.split(' > ').at(-1) ?? (/\.\w{2,5}$/u.test(title) ? '' : title)).trim();
  return name === '' || name.length > maxCharacters ? undefined : name;
}
