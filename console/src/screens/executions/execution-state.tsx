import type { ExecutionStatus, NodeRunStatus } from '@portico/shared-types/api/executions';
import { useTexts } from '../../text/use-texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { executionTexts } from './texts.ts';

const tones = {
  pending: 'plain',
  running: 'accent',
  waiting: 'wait',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
  skipped: 'plain',
} satisfies Record<ExecutionStatus | NodeRunStatus, Tone>;

/** The state of an execution, or of one of its nodes. */
export function ExecutionState({ status }: { status: ExecutionStatus | NodeRunStatus }) {
  const say = useTexts(executionTexts);
  return <Badge tone={tones[status]}>{say(status)}</Badge>;
}
