import type { SubmissionPassage } from '@portico/shared-types/api/public-forms';
import { isMarkdownFile } from '@portico/browser-kit/markdown/is-markdown-file';
import { useFlatten } from '@portico/browser-kit/markdown/use-flatten';
import { useMarkdown } from '@portico/browser-kit/markdown/use-markdown';
import { h } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { displayName } from '../../text/display-name.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useMarkdownContext } from '../run/use-markdown-context.tsx';
import { passageAnchor } from './answer.tsx';
import { findExcerpt } from './find-excerpt.ts';
import { splitByWords } from './split-by-words.ts';

const icons: Record<SubmissionPassage['source']['kind'], IconName> = { file: 'file', url: 'globe', message: 'edit' };
/** Characters of a passage shown before it is expanded. */
const shortLength = 360;

function cutOut(content: string, question: string): string {
  const { start, end } = findExcerpt(content, question, shortLength);
  return `${start > 0 ? '… ' : ''}${content.slice(start, end).trim()}${end < content.length ? ' …' : ''}`;
}

/** A passage, its position, and the question's words in it: an excerpt as plain text, or the whole as Markdown. */
export function Passage({
  passage: { id, content, source },
  question,
}: {
  passage: SubmissionPassage;
  question: string;
}) {
  const texts = useTexts();
  const [isUnfolded, setUnfolded] = useState(false);
  const Markdown = useMarkdown();
  const flatten = useFlatten();
  const isWrapped = isMarkdownFile(source.name ?? '');
  const bare = useMemo(() => flatten?.(content, isWrapped) ?? content, [flatten, content, isWrapped]);
  const drawText = useCallback(
    (text: string) =>
      splitByWords(text, question).map(({ at, part, isHit }) => (isHit ? <mark key={at}>{part}</mark> : part)),
    [question],
  );
  const context = useMarkdownContext(drawText, isWrapped);
  const isLong = bare.length > shortLength;
  const isWhole = isUnfolded || !isLong;
  const origin = displayName(source.name ?? source.url ?? texts.say('yourMessage'));
  return (
    <li class="passage" id={passageAnchor(id)}>
      <p class="passage-source">
        <Icon name={icons[source.kind]} />
        <bdi dir="auto">{origin}</bdi>
      </p>
      {isWhole && Markdown !== null ? (
        <div class="passage-text prose">{h(Markdown, { source: content, isStreaming: false, context })}</div>
      ) : (
        <p class="passage-text" dir="auto">
          {drawText(isWhole ? bare : cutOut(bare, question))}
        </p>
      )}
      {isLong && (
        <button type="button" class="link" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {texts.say(isUnfolded ? 'showLess' : 'showMore')}
        </button>
      )}
    </li>
  );
}
