import type { Values } from '../../../form/changes.ts';
import type { Drafts } from '../../../form/draft-store.ts';

export interface DecisionDraft {
  readonly comment: string;
  /** Undefined while nothing is edited. */
  readonly edited?: string;
}

/** The name of what is typed about an approval, among the drafts of the tab. */
export const decisionDraftName = (approvalId: string): string => `approvals/${approvalId}`;

export function readDecisionDraft(drafts: Drafts, approvalId: string): DecisionDraft {
  return toDecisionDraft(drafts.read(decisionDraftName(approvalId)));
}

/** Reads what is stored under that name; nothing of it is certain. */
export function toDecisionDraft(stored: Values | undefined): DecisionDraft {
  const comment = typeof stored?.['comment'] === 'string' ? stored['comment'] : '';
  return typeof stored?.['edited'] === 'string' ? { comment, edited: stored['edited'] } : { comment };
}
