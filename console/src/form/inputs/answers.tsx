import type { ComponentChildren } from 'preact';
import { LongText } from '../../ui/long-text.tsx';
import { listAnswers, useAnswerText, type Question } from './use-answer-text.ts';

interface AnswersProps {
  questions: readonly Question[];
  inputs: Readonly<Record<string, unknown>>;
}

/** The answers to the questions of a form or a persona, by their labels. They are part of a list of answers. */
export function Answers({ questions, inputs }: AnswersProps) {
  const write = useAnswerText();
  return (
    <>
      {listAnswers(questions, inputs).map((answer) => (
        <AnswerRow key={answer.name} label={answer.label}>
          {answer.isEmail ? (
            <a href={`mailto:${encodeURIComponent(write(answer)).replaceAll('%40', '@')}`}>
              <bdi>{write(answer)}</bdi>
            </a>
          ) : (
            <LongText text={write(answer)} label={answer.label} />
          )}
        </AnswerRow>
      ))}
    </>
  );
}

export function AnswerList({ children }: { children: ComponentChildren }) {
  return <dl class="stack answers">{children}</dl>;
}

export function AnswerRow({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="meta">
        <bdi>{label}</bdi>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
