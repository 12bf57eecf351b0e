import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { useLayoutEffect, useState } from 'preact/hooks';
import { forgetEntered, readEntered } from './entered.ts';

/** A decision that was not used, because the approval was no longer open. */
export interface LateDecision {
  readonly approval: PersonaApproval;
  /** The comment and the changed content, as far as something was typed. */
  readonly typed: readonly string[];
}

/** The approvals that are no longer open while something is typed about them. */
export function useLateDecisions(approvals: readonly PersonaApproval[]): readonly LateDecision[] {
  const [late, setLate] = useState<readonly LateDecision[]>([]);
  useLayoutEffect(() => {
    const found = approvals.filter(({ status }) => status !== 'pending').flatMap((approval) => takeLate(approval));
    if (found.length > 0) setLate((before) => [...before, ...found]);
  }, [approvals]);
  return late;
}

function takeLate(approval: PersonaApproval): readonly LateDecision[] {
  const entered = readEntered(approval.id);
  if (entered === null) return [];
  forgetEntered(approval.id);
  const changed = entered.arguments === entered.asked ? '' : entered.arguments;
  return [{ approval, typed: [entered.comment, changed].filter((text) => text.trim() !== '') }];
}
