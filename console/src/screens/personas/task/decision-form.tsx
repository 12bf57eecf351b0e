import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { Pencil, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'preact/hooks';
import type { TaskDecision } from '../../../data/personas.ts';
import { useDrafts } from '../../../form/draft-store.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Field, TextArea } from '../../../ui/field.tsx';
import { Asked } from './asked.tsx';
import { parseEdited, toEditable } from './edited-arguments.ts';
import { taskTexts } from './texts.ts';

interface DecisionFormProps {
  approval: PersonaApproval;
  /** Rejects if the decision was not accepted; what was typed stays. */
  onDecide: (decision: TaskDecision) => Promise<void>;
}

/** Approves or rejects what a task asks; it can be changed before it is approved. */
export function DecisionForm({ approval, onDecide }: DecisionFormProps) {
  const say = useTexts(taskTexts);
  const explain = useErrorText();
  const editable = useMemo(() => toEditable(approval), [approval]);
  const { comment, edited, change, forget } = useDecisionDraft(approval.id);
  const [fault, setFault] = useState<{ readonly at: 'edited' | 'form'; readonly text: string }>();
  const [busy, setBusy] = useState<'approve' | 'reject'>();
  const isChanged = edited !== undefined && edited !== editable;

  const decide = async (decision: 'approve' | 'reject') => {
    const changed = decision === 'approve' && isChanged ? parseEdited(approval, edited) : undefined;
    if (decision === 'approve' && isChanged && changed === undefined) {
      setFault({ at: 'edited', text: say('notObject') });
      return;
    }
    setFault(undefined);
    setBusy(decision);
    try {
      await onDecide({
        approvalId: approval.id,
        decision,
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        ...(changed === undefined ? {} : { arguments: changed }),
      });
      forget();
    } catch (error) {
      setFault({ at: 'form', text: explain(error) });
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      {edited === undefined ? (
        <Asked approval={approval} />
      ) : (
        <Field
          key="edited"
          label={say(approval.kind === 'step' ? 'instruction' : 'asJson')}
          error={fault?.at === 'edited' ? fault.text : undefined}
        >
          {(links) => (
            <TextArea
              {...links}
              rows={6}
              spellcheck={approval.kind === 'step'}
              {...(approval.kind === 'step' ? {} : { dir: 'ltr' as const, class: 'input-code' })}
              value={edited}
              onValue={(value) => change({ comment, edited: value })}
            />
          )}
        </Field>
      )}
      {editable === undefined ? null : (
        <div>
          {edited === undefined ? (
            <Button look="quiet" icon={Pencil} onClick={() => change({ comment, edited: editable })}>
              {say('edit')}
            </Button>
          ) : (
            <Button look="quiet" icon={Undo2} onClick={() => change({ comment })}>
              {say('keepAsIs')}
            </Button>
          )}
        </div>
      )}
      {/* Keyed: Preact would reuse it for the field above, and resets its maxLength to 0. */}
      <Field key="comment" label={say('comment')} help={say('commentHelp')}>
        {(links) => (
          <TextArea
            {...links}
            rows={2}
            maxLength={10_000}
            value={comment}
            onValue={(value) => change({ comment: value, ...(edited === undefined ? {} : { edited }) })}
          />
        )}
      </Field>
      {fault?.at === 'form' ? (
        <p class="fault" role="alert">
          {fault.text}
        </p>
      ) : null}
      <div class="line">
        <Button
          look="primary"
          busy={busy === 'approve'}
          disabled={busy !== undefined}
          onClick={() => void decide('approve')}
        >
          {say(isChanged ? 'approveChanged' : 'approve')}
        </Button>
        <Button busy={busy === 'reject'} disabled={busy !== undefined} onClick={() => void decide('reject')}>
          {say('reject')}
        </Button>
      </div>
    </form>
  );
}

interface DecisionDraft {
  readonly comment: string;
  /** Undefined while nothing is edited. */
  readonly edited?: string;
}

/** What was typed about an approval; it survives a reload and a lost session. */
function useDecisionDraft(approvalId: string) {
  const drafts = useDrafts();
  const name = `approvals/${approvalId}`;
  const [draft, setDraft] = useState<DecisionDraft>(() => {
    const stored = drafts.read(name);
    const comment = typeof stored?.['comment'] === 'string' ? stored['comment'] : '';
    return typeof stored?.['edited'] === 'string' ? { comment, edited: stored['edited'] } : { comment };
  });
  return {
    comment: draft.comment,
    edited: draft.edited,
    change: (next: DecisionDraft) => {
      setDraft(next);
      drafts.write(name, { ...next });
    },
    forget: () => drafts.write(name, undefined),
  };
}
