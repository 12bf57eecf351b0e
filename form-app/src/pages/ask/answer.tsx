import type { SubmissionAnswer, SubmissionPassage } from '@portico/shared-types/api/public-forms';
import { useRef } from 'preact/hooks';
import { useTexts } from '../../text/texts-context.ts';
import { OutputView } from '../run/output-view.tsx';
import { nameSources } from './name-sources.ts';

export interface AnswerProps {
  question: string;
  answer: SubmissionAnswer;
  passages: readonly SubmissionPassage[];
}

/** The id of a passage in the page, for the citations that lead there. */
export function passageAnchor(id: string): string {
  return `passage-${id}`;
}

/** The model's answer, and the passages it cites. For screen readers the question is marked as the visitor's. */
export function Answer({ question, answer: { content, citations }, passages }: AnswerProps) {
  const texts = useTexts();
  const view = useRef<HTMLDivElement>(null);
  const names = nameSources(
    citations.map(({ passageId }) => passageId),
    passages,
    texts,
  );
  const goTo = (event: Event, id: string | null) => {
    const target = document.getElementById(id === null ? 'output-title' : passageAnchor(id));
    if (target === null) return;
    event.preventDefault();
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'center' });
  };
  return (
    <section class="answer" aria-labelledby="answer-title">
      <p class="visually-hidden">
        {texts.say('askLabel')}: <bdi dir="auto">{question}</bdi>
      </p>
      <h3 id="answer-title">{texts.say('askAnswer')}</h3>
      <OutputView text={content} isWriting={false} view={view} />
      {citations.length > 0 && (
        <ul class="answer-sources">
          {citations.map(({ mark, passageId }, index) => (
            <li key={mark}>
              <a
                href={`#${passageId === null ? 'output-title' : passageAnchor(passageId)}`}
                onClick={(event) => goTo(event, passageId)}
              >
                <span>[{mark}]</span> <bdi dir="auto">{names[index]}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
