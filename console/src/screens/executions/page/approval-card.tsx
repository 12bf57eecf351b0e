import type { ApprovalDecision, NodeRun } from '@portico/shared-types/api/executions';
import { Check, X } from 'lucide-react';
import { useId, useState } from 'preact/hooks';
import { ApiError } from '../../../api/api-error.ts';
import { useDecideApproval } from '../../../data/executions.ts';
import { useCan } from '../../../data/session.ts';
import type { LateDecision } from '../../../form/late-decisions/use-late-decisions.ts';
import { useStoredText } from '../../../form/use-stored-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { useNodePath } from '../nodes/nodes-context.ts';
import { executionTexts } from '../texts.ts';

const maxTitle = 300;
const maxComment = 10_000;

/** The name of the comment that is being typed, among the drafts of the tab. */
export const commentName = (executionId: string, nodeId: string): string => `approval:${executionId}:${nodeId}`;

/** `nameOf` names a node by its path. */
export function titleOf(run: NodeRun, nameOf: (nodeId: string) => string): string {
  return startOf(textOf(run, 'title') || nameOf(run.node_id), maxTitle);
}

interface ApprovalCardProps {
  executionId: string;
  run: NodeRun;
  onLate: (decision: LateDecision) => void;
}

/** An approval that waits: what it is about, and the form that decides it. */
export function ApprovalCard({ executionId, run, onLate }: ApprovalCardProps) {
  const say = useTexts(executionTexts);
  const nameOf = useNodePath();
  const id = useId();
  const canDecide = useCan('executions:approve');
  const title = titleOf(run, nameOf);
  const description = textOf(run, 'description');
  const expiresAt = expiryOf(run);
  const outcome = run.inputs?.['on_timeout'] === 'approve' ? 'thenApproved' : 'thenRejected';
  return (
    <section class="card approval" aria-labelledby={id}>
      <div class="line">
        <h2 id={id} class="grow">
          <bdi>{title}</bdi>
        </h2>
        <Badge tone="wait">{say('needsDecision')}</Badge>
      </div>
      {description === '' ? null : <LongText text={description} label={title} />}
      <p class="meta">
        <bdi>{nameOf(run.node_id)}</bdi>
        {run.started_at === null ? null : (
          <>
            {' · '}
            {say('askedAt')} <Time at={run.started_at} />
          </>
        )}
        {expiresAt === undefined ? null : (
          <>
            {' · '}
            {say(outcome)} <Time at={expiresAt} />
          </>
        )}
      </p>
      {canDecide ? (
        <DecisionForm executionId={executionId} nodeId={run.node_id} title={title} onLate={onLate} />
      ) : (
        <p class="soft">{say('cannotDecide')}</p>
      )}
    </section>
  );
}

interface DecisionFormProps {
  executionId: string;
  nodeId: string;
  title: string;
  onLate: (decision: LateDecision) => void;
}

function DecisionForm({ executionId, nodeId, title, onLate }: DecisionFormProps) {
  const say = useTexts(executionTexts);
  const toaster = useToaster();
  const decide = useDecideApproval(executionId);
  const [comment, setComment, clearComment, putBack] = useStoredText(commentName(executionId, nodeId));
  const [chosen, setChosen] = useState<ApprovalDecision['decision'] | null>(null);
  const send = async (decision: ApprovalDecision['decision']) => {
    setChosen(decision);
    const text = comment.trim();
    // The event of this decision may arrive before its response: what is still stored then was typed too late.
    clearComment(comment);
    try {
      await decide.mutateAsync({ nodeId, decision, ...(text === '' ? {} : { comment: text }) });
      toaster.done(say(decision === 'approve' ? 'approved' : 'rejected'));
    } catch (error) {
      if (isTooLate(error)) onLate({ id: nodeId, title, typed: text, wasSent: true });
      else putBack(comment);
      // Once it is accepted, the node waits until a worker continues: the buttons stay inactive.
      setChosen(null);
    }
  };
  return (
    <>
      <Field label={say('comment')} help={say('commentHelp')}>
        {(links) => <TextArea {...links} rows={2} maxLength={maxComment} value={comment} onValue={setComment} />}
      </Field>
      <Failure error={isTooLate(decide.error) ? null : decide.error} />
      <div class="line">
        <Button
          look="primary"
          icon={Check}
          busy={chosen === 'approve'}
          disabled={chosen !== null}
          onClick={() => void send('approve')}
        >
          {say('approve')}
        </Button>
        <Button icon={X} busy={chosen === 'reject'} disabled={chosen !== null} onClick={() => void send('reject')}>
          {say('reject')}
        </Button>
      </div>
    </>
  );
}

/** The API refuses a second decision with a fault of the node's id, and one after the execution's deletion with 404. */
function isTooLate(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 404 || error.fields.some(({ path }) => path === 'params.node_id');
}

function textOf({ inputs }: NodeRun, name: string): string {
  const value = inputs?.[name];
  return typeof value === 'string' ? value.trim() : '';
}

function expiryOf({ inputs, started_at: startedAt }: NodeRun): string | undefined {
  const seconds = inputs?.['expires_in_s'];
  if (typeof seconds !== 'number' || startedAt === null) return undefined;
  return new Date(Date.parse(startedAt) + seconds * 1_000).toISOString();
}
