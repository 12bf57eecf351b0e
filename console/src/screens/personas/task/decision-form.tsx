import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { Pencil, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'preact/hooks';
import { ApiError } from '../../../api/api-error.ts';
import type { TaskDecision } from '../../../data/personas.ts';
import { useDrafts } from '../../../form/draft-store.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useFaultText } from '../../../form/use-fault-text.ts';
import { Failure } from '../../../ui/failure.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { Asked } from './asked.tsx';
import { type DecisionDraft, decisionDraftName, readDecisionDraft } from './decision-draft.ts';
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
  const explainFault = useFaultText();
  const editable = useMemo(() => toEditable(approval), [approval]);
  const { comment, edited, change, forget, keep } = useDecisionDraft(approval.id, editable);
  /** What is wrong with the edited text. */
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState<'approve' | 'reject'>();
  const isChanged = edited !== undefined && edited !== editable;

  const decide = async (decision: 'approve' | 'reject') => {
    const changed = decision === 'approve' && isChanged ? parseEdited(approval, edited) : undefined;
    if (decision === 'approve' && isChanged && changed === undefined) {
      setFault(say('notObject'));
      return;
    }
    setFault(undefined);
    setFailure(undefined);
    setBusy(decision);
    // Nothing is kept meanwhile: the event of this decision may arrive before its response, and it is not a late one.
    forget();
    try {
      await onDecide({
        approvalId: approval.id,
        decision,
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        ...(changed === undefined ? {} : { arguments: changed }),
      });
    } catch (error) {
      keep();
      const inEdited = error instanceof ApiError ? error.fields.filter(({ path }) => path.startsWith('arguments')) : [];
      const texts = inEdited.map((each) => {
        const text = explainFault(each);
        return approval.kind === 'step' ? text : `${each.path.replace(/^arguments\./, '')}: ${text}`;
      });
      if (texts.length > 0) setFault(texts.join(' '));
      else setFailure(error);
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      {edited === undefined ? (
        <Asked approval={approval} />
      ) : (
        <Field key="edited" label={say(approval.kind === 'step' ? 'instruction' : 'asJson')} error={fault}>
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
      <Failure error={failure} />
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

/** What was typed about an approval; it survives a reload, a lost session, and somebody else's decision. */
function useDecisionDraft(approvalId: string, editable: string | undefined) {
  const drafts = useDrafts();
  const [draft, setDraft] = useState<DecisionDraft>(() => readDecisionDraft(drafts, approvalId));
  const name = decisionDraftName(approvalId);
  const store = ({ comment, edited }: DecisionDraft) =>
    drafts.write(name, edited === undefined || edited === editable ? { comment } : { comment, edited });
  return {
    ...draft,
    change: (next: DecisionDraft) => {
      setDraft(next);
      store(next);
    },
    forget: () => drafts.write(name, undefined),
    keep: () => store(draft),
  };
}
