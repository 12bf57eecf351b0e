import { useLayoutEffect, useRef } from 'preact/hooks';
import { fieldId } from '../../fields/field-id.ts';
import { type Problem, sayNotice } from '../../store/notice.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';

export interface ErrorSummaryProps {
  problems: readonly Problem[];
  /** Incremented with each failed attempt, so that the summary gets the focus again. */
  attempt: number;
  labelOf(field: string): string | null;
}

/** All errors, at the top, focused; each line links to its field. */
export function ErrorSummary({ problems, attempt, labelOf }: ErrorSummaryProps) {
  const texts = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (attempt === 0 || box.current === null) return;
    box.current.focus();
    // Browsers show the middle or the end of what is longer than the window.
    if (box.current.getBoundingClientRect().top < 0) box.current.scrollIntoView();
  }, [attempt]);
  if (problems.length === 0) return null;

  const goTo = (event: Event, field: string) => {
    event.preventDefault();
    const control = document.getElementById(fieldId(field));
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  };
  return (
    <div class="summary" ref={box} tabIndex={-1} role="group" aria-labelledby="summary-title">
      <Icon name="alert" />
      <div>
        <h2 id="summary-title">{texts.say('errorsTitle', { count: problems.length })}</h2>
        <ul>
          {problems.map(({ field, notice }) => {
            const label = labelOf(field);
            const text = sayNotice(texts, notice);
            return (
              <li key={field + text}>
                {label === null ? (
                  <bdi dir="auto">{text}</bdi>
                ) : (
                  <>
                    <a href={`#${fieldId(field)}`} onClick={(event) => goTo(event, field)}>
                      <bdi dir="auto">{label}</bdi>
                    </a>{' '}
                    <bdi dir="auto">{text}</bdi>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
