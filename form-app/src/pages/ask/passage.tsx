import type { SubmissionPassage } from '@portico/shared-types/api/public-forms';
import { useState } from 'preact/hooks';
import { displayName } from '../../text/display-name.ts';
import { useTexts } from '../../text/texts-context.ts';
import { passageAnchor } from './answer.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { findExcerpt } from './find-excerpt.ts';
import { splitByWords } from './split-by-words.ts';

const icons: Record<SubmissionPassage['source']['kind'], IconName> = { file: 'file', url: 'globe', message: 'edit' };
/** Characters of a passage shown before it is expanded. */
const shortLength = 360;

function cutOut(content: string, question: string): string {
  const { start, end } = findExcerpt(content, question, shortLength);
  return `${start > 0 ? '… ' : ''}${content.slice(start, end).trim()}${end < content.length ? ' …' : ''}`;
}

/** A passage, its position, and the question's words in it. */
export function Passage({
  passage: { id, content, source },
  question,
}: {
  passage: SubmissionPassage;
  question: string;
}) {
  const texts = useTexts();
  const [isWhole, setWhole] = useState(false);
  const isLong = content.length > shortLength;
  const text = isLong && !isWhole ? cutOut(content, question) : content;
  const origin = displayName(source.name ?? source.url ?? texts.say('yourMessage'));
  return (
    <li class="passage" id={passageAnchor(id)}>
      <p class="passage-source">
        <Icon name={icons[source.kind]} />
        <bdi dir="auto">{origin}</bdi>
      </p>
      <p class="passage-text" dir="auto">
        {splitByWords(text, question).map(({ at, part, isHit }) => (isHit ? <mark key={at}>{part}</mark> : part))}
      </p>
      {isLong && (
        <button type="button" class="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {texts.say(isWhole ? 'showLess' : 'showMore')}
        </button>
      )}
    </li>
  );
}
