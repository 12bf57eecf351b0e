import type { MarkdownContext } from '@portico/browser-kit/markdown/context';
import { LongText } from '@portico/browser-kit/markdown/long-text';
import { useMarkdown } from '@portico/browser-kit/markdown/use-markdown';
import type { PersonaStep, PersonaStepStatus } from '@portico/shared-types/api/personas';
import { h } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { copyText } from '@portico/browser-kit/clipboard';
import type { MessageKey } from '../text/messages.ts';
import { useTexts } from '../text/texts.ts';

type Shown = PersonaStepStatus | 'waiting';

interface StepProps {
  step: PersonaStep;
  isTaskRunning: boolean;
  /** An approval waits for a decision before the step begins or continues. */
  isAwaited: boolean;
}

/** One step of a task with its result. */
export function Step({ step, isTaskRunning, isAwaited }: StepProps) {
  const texts = useTexts();
  // Nobody works on a step that waits for a decision or for the task to be resumed.
  const isWaiting = isAwaited || (step.status === 'running' && !isTaskRunning);
  const status: Shown = isWaiting ? 'waiting' : step.status;
  const isCurrent = status === 'running' || status === 'waiting';
  const output = step.output ?? '';
  return (
    <li data-state={status} aria-current={isCurrent ? 'step' : undefined}>
      <span class="step-title" dir="auto">
        {step.title}
      </span>
      <span class="step-state">{texts.say(states[status])}</span>
      <details hidden={output === ''}>
        <summary>{texts.say('resultOf', { n: texts.formatCount(step.index + 1) })}</summary>
        <div class="step-output" dir="auto">
          {output !== '' && <StepOutput text={output} isWriting={status === 'running'} />}
        </div>
      </details>
    </li>
  );
}

function StepOutput({ text, isWriting }: { text: string; isWriting: boolean }) {
  const texts = useTexts();
  const Markdown = useMarkdown();
  const context = useMemo<MarkdownContext>(
    () => ({
      labels: { code: texts.say('code'), table: texts.say('table') },
      // The heading above the steps is an h2.
      headingLevel: 2,
      CopyButton: CopyCode,
    }),
    [texts],
  );
  return Markdown === null ? <LongText text={text} /> : h(Markdown, { source: text, isStreaming: isWriting, context });
}

const states: Record<Shown, MessageKey> = {
  pending: 'todo',
  running: 'running',
  waiting: 'waiting',
  completed: 'done',
  skipped: 'skipped',
  failed: 'stepFailed',
  cancelled: 'stepCancelled',
};

/** Copies a block of code, and confirms it if the browser allowed it. */
function CopyCode({ text }: { text: string }) {
  const texts = useTexts();
  const [result, setResult] = useState('');
  const copy = async () => setResult(texts.say((await copyText(text)) ? 'copied' : 'copyFailed'));
  return (
    <span class="copy-code">
      <span role="status">{result}</span>
      <button type="button" onClick={() => void copy()}>
        {texts.say('copyCode')}
      </button>
    </span>
  );
}
