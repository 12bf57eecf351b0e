import type { SubmissionStatus } from '@portico/shared-types/api/public-forms';
import type { MessageKey } from '../../text/messages.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';

const order = ['submitted', 'processing', 'running', 'completed'] as const;
const names = {
  submitted: 'stepSubmitted',
  processing: 'stepProcessing',
  running: 'stepRunning',
  completed: 'stepCompleted',
  failed: 'stepFailed',
} as const satisfies Record<SubmissionStatus, MessageKey>;

/** The states of a submission in order (docs/reference/public-forms.md#states), and its current one. */
export function Steps({ status, errorCode }: { status: SubmissionStatus; errorCode?: string | undefined }) {
  const texts = useTexts();
  const hasFailed = status === 'failed';
  // An unreadable submission never ran.
  const failedAt = errorCode === 'content_unreadable' ? order.indexOf('processing') : order.length - 1;
  const reached = hasFailed ? failedAt : order.indexOf(status);
  return (
    <ol class="steps" aria-label={texts.say('stepsLabel')}>
      {order.map((step, index) => {
        const isCurrent = index === reached;
        const isOver = index < reached || status === 'completed';
        const state = isCurrent && hasFailed ? 'failed' : isOver ? 'done' : isCurrent ? 'current' : 'coming';
        return (
          <li key={step} class={`step step-${state}`} aria-current={isCurrent ? 'step' : undefined}>
            <span class="step-dot">
              {state === 'done' && <Icon name="check" />}
              {state === 'failed' && <Icon name="close" />}
            </span>
            <span class="step-name">{texts.say(names[isCurrent ? status : step])}</span>
          </li>
        );
      })}
    </ol>
  );
}
