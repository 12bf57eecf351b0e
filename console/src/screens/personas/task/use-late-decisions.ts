import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { TaskDecision } from '../../../data/personas.ts';
import { useDrafts } from '../../../form/draft-store.ts';
import { decisionDraftName, readDecisionDraft } from './decision-draft.ts';

/** What a member entered about an approval that was no longer open. */
export interface LateDecision {
  readonly id: string;
  readonly title: string;
  readonly typed: string;
  /** Whether the decision was sent and refused, and not only typed. */
  readonly wasSent: boolean;
}

/** The decisions that came too late, and those that were still being typed; `addLate` adds one that was refused. */
export function useLateDecisions(approvals: readonly PersonaApproval[]) {
  const drafts = useDrafts();
  const [late, setLate] = useState<readonly LateDecision[]>([]);
  useLayoutEffect(() => {
    const found = approvals
      .filter(({ status }) => status !== 'pending')
      .flatMap(({ id, title }) => {
        const typed = textsOfDraft(readDecisionDraft(drafts, id));
        if (typed === '') return [];
        drafts.write(decisionDraftName(id), undefined);
        return [{ id, title, typed, wasSent: false }];
      });
    if (found.length > 0) setLate((before) => [...before, ...found]);
  }, [approvals, drafts]);
  return { late, addLate: (decision: LateDecision) => setLate((before) => [...before, decision]) };
}

/** What was typed about a decision. */
export function textsOf({ comment = '', arguments: changed }: TaskDecision): string {
  return join(comment, changed === undefined ? '' : JSON.stringify(changed, null, 2));
}

function textsOfDraft({ comment, edited = '' }: ReturnType<typeof readDecisionDraft>): string {
  return join(comment.trim(), edited);
}

function join(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
