import type { FormInterface, FormSubmissionRecord } from '@portico/shared-types/api/form-interfaces';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { Link } from 'wouter';
import { useWaitingExecutions } from '../../../data/executions.ts';
import { useRemoveSubmission, useRerun, useSubmission } from '../../../data/forms.ts';
import { useCan } from '../../../data/session.ts';
import { AnswerList, AnswerRow, Answers } from '../../../form/inputs/answers.tsx';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { formTexts } from '../texts.ts';
import { AgentReply } from './agent-reply.tsx';
import { SubmissionState } from './submission-state.tsx';
import { SubmissionWait } from './submission-wait.tsx';
import { useAddresses } from '../../../ui/use-addresses.ts';

interface SubmissionPanelProps {
  form: FormInterface;
  id: string;
  /** The submission, if it is on the loaded page of the list. */
  listed: FormSubmissionRecord | undefined;
  onClose: () => void;
}

/** One submission: its input, its result, and what can be done with it. */
export function SubmissionPanel({ form, id, listed, onClose }: SubmissionPanelProps) {
  const say = useTexts(formTexts);
  const submission = useSubmission(form.id, id, listed);
  return (
    <Dialog open side onClose={onClose} title={say('submission')}>
      <Loaded query={submission}>
        {(loaded) => <SubmissionDetails form={form} submission={loaded} onDeleted={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface SubmissionDetailsProps {
  form: FormInterface;
  submission: FormSubmissionRecord;
  onDeleted: () => void;
}

function SubmissionDetails({ form, submission, onDeleted }: SubmissionDetailsProps) {
  const say = useTexts(formTexts);
  const addressOf = useAddresses(`/forms/${form.id}/submissions`);
  const waiting = useWaitingExecutions(form.workflow_id, submission.execution_status === 'running');
  const executionId = submission.execution_id ?? '';
  const isWaiting = waiting.has(executionId);
  return (
    <>
      <div class="line">
        <SubmissionState submission={submission} isWaiting={isWaiting} />
        <span class="meta grow">
          <Time at={submission.submitted_at} />
        </span>
        <RerunButton formId={form.id} id={submission.id} />
        <DeleteButton formId={form.id} id={submission.id} onDeleted={onDeleted} />
      </div>
      {isWaiting ? <SubmissionWait executionId={executionId} /> : null}
      {submission.error === null ? null : <Banner tone="bad">{submission.error.message}</Banner>}
      <Sent form={form} submission={submission} />
      {submission.unread.map((source) => (
        <Banner key={source.file ?? source.url} tone="wait">
          {source.file ?? source.url}: {source.message}
        </Banner>
      ))}
      {submission.output === null ? null : (
        <section class="stack">
          <h3>{say('output')}</h3>
          <MarkdownText text={submission.output} />
        </section>
      )}
      {submission.execution_id === null ? null : (
        <Facts facts={[[say('execution'), <ExecutionLink key="execution" id={submission.execution_id} />]]} />
      )}
      {/* The thread is read again once the reply is finished. */}
      {submission.thread_id === null ? null : (
        <AgentReply key={submission.execution_status} threadId={submission.thread_id} />
      )}
      {submission.rerun_of === null ? null : (
        <Facts
          facts={[
            [
              say('rerunOf'),
              <Link key="rerun" href={addressOf(submission.rerun_of)}>
                {submission.rerun_of}
              </Link>,
            ],
          ]}
        />
      )}
    </>
  );
}

/** What the visitor has sent: the message, the answers, the files and the addresses. */
function Sent({ form, submission }: { form: FormInterface; submission: FormSubmissionRecord }) {
  const say = useTexts(formTexts);
  const formats = useFormats();
  const { message, inputs, files, urls } = submission;
  const messageLabel = form.input_label ?? say('messageLabel');
  if (message === '' && Object.keys(inputs).length + files.length + urls.length === 0) return null;
  return (
    <AnswerList>
      {message === '' ? null : (
        <AnswerRow label={messageLabel}>
          <LongText text={message} label={messageLabel} />
        </AnswerRow>
      )}
      <Answers questions={form.fields} inputs={inputs} />
      {files.length === 0 ? null : (
        <AnswerRow label={say('files')}>
          <ul>
            {files.map((file) => (
              <li key={file.file_id}>
                <a href={file.download_url}>
                  <bdi>{file.file_name}</bdi>
                </a>{' '}
                <span class="meta">{formats.bytes(file.file_size)}</span>
              </li>
            ))}
          </ul>
        </AnswerRow>
      )}
      {urls.length === 0 ? null : (
        <AnswerRow label={say('urls')}>
          <ul>
            {urls.map((url) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
                  {url}
                </a>
              </li>
            ))}
          </ul>
        </AnswerRow>
      )}
    </AnswerList>
  );
}

function ExecutionLink({ id }: { id: string }) {
  const canOpen = useCan('executions:read');
  return canOpen ? <Link href={`/executions/${id}`}>{id}</Link> : <>{id}</>;
}

function RerunButton({ formId, id }: { formId: string; id: string }) {
  const say = useTexts(formTexts);
  const toaster = useToaster();
  const canRun = useCan('workflows:execute');
  const rerun = useRerun(formId, { onDone: () => toaster.done(say('rerunDone')), onFailed: useReportFailure() });
  if (!canRun) return null;
  return (
    <Button icon={RotateCcw} busy={rerun.isPending} onClick={() => rerun.mutate(id)}>
      {say('rerun')}
    </Button>
  );
}

function DeleteButton({ formId, id, onDeleted }: { formId: string; id: string; onDeleted: () => void }) {
  const say = useTexts(formTexts);
  const canWrite = useCan('interfaces:write');
  const remove = useRemoveSubmission(formId);
  const [isAsking, setAsking] = useState(false);
  if (!canWrite) return null;
  return (
    <>
      <IconButton label={say('deleteSubmission')} icon={Trash2} look="secondary" onClick={() => setAsking(true)} />
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={say('deleteSubmissionTitle')}
        text={say('deleteSubmissionText')}
        action={say('deleteSubmission')}
        onConfirm={async () => {
          await remove.mutateAsync(id);
          onDeleted();
        }}
      />
    </>
  );
}
