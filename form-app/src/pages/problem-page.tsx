import type { MessageKey } from '../text/messages.ts';
import { useTexts } from '../text/texts-context.ts';
import { useTitleFocus } from '../ui/use-title-focus.ts';

const texts = {
  form: ['notAvailableTitle', 'notAvailableText'],
  result: ['resultMissingTitle', 'resultMissingText'],
  unreachable: ['unreachableTitle', 'unreachableText'],
} as const satisfies Record<string, readonly [MessageKey, MessageKey]>;

export interface ProblemPageProps {
  kind: keyof typeof texts;
  action?: string;
  onAction?: () => void;
  /** Focuses its title, unless it is the first page. */
  takesFocus: boolean;
}

/** An error page: the problem, the reason, and what to do about it. */
export function ProblemPage({ kind, action, onAction, takesFocus }: ProblemPageProps) {
  const { say } = useTexts();
  const heading = useTitleFocus(takesFocus);
  const [title, text] = texts[kind];
  return (
    <div class="problem">
      <svg class="problem-picture" viewBox="0 0 120 96" aria-hidden="true">
        <path d="M8 92V44a24 24 0 0 1 48 0v48M64 92V44a24 24 0 0 1 48 0v48M2 92h116" />
        <path class="problem-door" d="M76 92V48a12 12 0 0 1 24 0v44Z" />
      </svg>
      <h1 ref={heading} tabIndex={-1}>
        {say(title)}
      </h1>
      <p>{say(text)}</p>
      {action !== undefined && (
        <button type="button" class="button button-strong" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}
