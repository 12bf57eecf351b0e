import { hasKind } from '../../lexicon/answer-forms.ts';
import {
  isCommonAct,
  isOpenQuestion,
  isOwnPlace,
  isPartOfDay,
  kindOfWord,
  listAskingWords,
} from '../../lexicon/answer-kinds.ts';
import { detectLanguage } from '../../lexicon/languages.ts';
import { matchTerm } from '../text/rate-units.ts';
import type { Reading } from '../text/reading.ts';
import { isStopWord } from '../text/stop-words.ts';
import { splitWords, topicStems } from '../text/words.ts';
import type { Source } from './source.ts';

const maxQuestion = 1_000;
/** Characters of a source that are searched for a word. */
const maxContent = 8_000;

/**
 * Whether the question asks for the price, the address or the like of something that no source mentions in its words, or
 * whether it is sold or accepted. A source with another price would be quoted for "the price of a laptop", and one about
 * cards for "Do you accept dogs?", while "Which cards do you accept?" is answered with names.
 */
export function asksOfOther(sources: readonly Source[], question: string, { language, stem }: Reading): boolean {
  const asked = question.slice(0, maxQuestion);
  const asking = new Set(listAskingWords(asked));
  const askedIn = detectLanguage(asked, language) ?? language;
  const topics = splitWords(asked).filter((word) => !asking.has(word) && !isStopWord(word, askedIn));
  const kinds = new Set(topics.map(kindOfWord).filter((kind) => kind !== undefined));
  const isSubject = (word: string): boolean =>
    !isOwnPlace(word) && !isPartOfDay(word) && !isCommonAct(word) && kindOfWord(word) === undefined;
  const subjects = topics.filter((word) => /\p{L}/u.test(word) && isSubject(word));
  const hasAct = !isOpenQuestion(asked) && splitWords(asked).some(isCommonAct);
  if ((kinds.size === 0 && !hasAct) || subjects.length === 0) return false;
  if (!hasAct && !sources.some(({ content }) => [...kinds].some((kind) => hasKind(kind, content)))) return false;
  const texts = sources.map(
    ({ content, passage }) => `${passage?.title ?? ''} ${passage?.heading ?? ''} ${content.slice(0, maxContent)}`,
  );
  const stems = new Set(texts.flatMap((text) => topicStems(text, undefined, stem)));
  // A stemmer takes some plurals for verbs: "camere" becomes "cam", and "camera" "camer".
  const words = new Set(texts.flatMap(splitWords));
  return !subjects.some((word) => matchTerm(stem(word), stems) > 0 || matchTerm(word, words) > 0);
}
