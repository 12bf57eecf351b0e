import type { PersonaApproval, PersonaApprovalStatus, PersonaStep } from '@portico/shared-types/api/personas';
import type { MessageKey } from '../text/messages.ts';
import type { Texts } from '../text/texts.ts';
import type { TaskState } from './open-task.ts';

/** The text of an approval's status. */
export const verdicts: Record<PersonaApprovalStatus, MessageKey> = {
  pending: 'waiting',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'withdrawn',
};

/** The task's state in one line, which screen readers read out when it changes. */
export function describeTask({ task, deliverables }: TaskState, texts: Texts): string {
  const { status, progress, approvals, canDecide, error } = task;
  switch (status) {
    case 'pending':
    case 'cancelled':
      return texts.say(status);
    case 'running': {
      const step = progress.steps[progress.currentStep ?? -1];
      if (step === undefined) return texts.say('finishing');
      const n = texts.formatCount(step.index + 1);
      return texts.say('working', { n, total: texts.formatCount(progress.steps.length), title: step.title });
    }
    case 'awaiting_approval': {
      const next = approvals.find((approval) => approval.status === 'pending');
      const title = next === undefined ? '' : nameApproval(next, progress.steps, texts);
      return canDecide ? texts.say('decisionNeeded', { title }) : texts.say('decisionAwaited');
    }
    case 'paused_budget':
      return task.pauseReason === 'duration'
        ? texts.say('pausedDuration', { most: texts.formatCount(task.maxDurationHours) })
        : texts.say('pausedCost', { most: texts.formatCount(task.maxCostCredits) });
    case 'completed':
      return texts.say(deliverables.length > 0 ? 'completedFiles' : 'completed');
    case 'failed':
      return texts.say('failed', { reason: texts.say(failures[error?.code ?? ''] ?? 'whyFailed') });
  }
}

/** The text for each code of a task that failed. */
const failures: Readonly<Record<string, MessageKey>> = {
  execution_cancelled: 'cancelled',
  execution_timeout: 'whyTime',
  approval_rejected: 'whyRejected',
  budget_exceeded: 'whyBudget',
  service_unavailable: 'whyModel',
  deliverable_missing: 'whyDeliverable',
};

/** What an approval is about: a step by its number and title in the reader's language, a call as the server names it. */
export function nameApproval(
  { kind, title, stepIndex }: PersonaApproval,
  steps: readonly PersonaStep[],
  texts: Texts,
): string {
  const step = kind === 'step' ? steps[stepIndex] : undefined;
  if (step === undefined) return title;
  return texts.say('stepTitle', { n: texts.formatCount(stepIndex + 1), title: step.title });
}
