import type { FormSubmissionRecord } from '@portico/shared-types/api/form-interfaces';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { formTexts } from '../texts.ts';

const tones = {
  submitted: 'plain',
  processing: 'wait',
  running: 'accent',
  waiting: 'wait',
  completed: 'good',
  failed: 'bad',
} satisfies Record<string, Tone>;

interface SubmissionStateProps {
  submission: FormSubmissionRecord;
  /** Its workflow waits for a decision or a time; for the form's visitor it is running. */
  isWaiting: boolean;
}

/** The state, and whether a member has sent it in a preview. */
export function SubmissionState({ submission, isWaiting }: SubmissionStateProps) {
  const say = useTexts(formTexts);
  const status = isWaiting ? 'waiting' : submission.execution_status;
  return (
    <span class="line">
      <span title={submission.error?.message ?? ''}>
        <Badge tone={tones[status]}>{say(status)}</Badge>
      </span>
      {submission.preview ? (
        <span title={say('sentInPreview')}>
          <Badge>{say('preview')}</Badge>
        </span>
      ) : null}
    </span>
  );
}
