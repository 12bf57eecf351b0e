import type { FormSubmissionRecord } from '@portico/shared-types/api/form-interfaces';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { formTexts } from '../texts.ts';

const tones = {
  submitted: 'plain',
  processing: 'wait',
  running: 'wait',
  completed: 'good',
  failed: 'bad',
} satisfies Record<string, Tone>;

export function SubmissionState({ submission }: { submission: FormSubmissionRecord }) {
  const say = useTexts(formTexts);
  const status = submission.execution_status;
  return (
    <span title={submission.error?.message ?? ''}>
      <Badge tone={tones[status]}>{say(status)}</Badge>
    </span>
  );
}
