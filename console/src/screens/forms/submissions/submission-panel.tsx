import type { FormSubmissionRecord } from '@portico/shared-types/api/form-interfaces';
import { RotateCcw } from 'lucide-react';
import { Link } from 'wouter';
import { useRerun, useSubmission } from '../../../data/forms.ts';
import { useCan } from '../../../data/session.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Facts } from '../../../ui/facts.tsx';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { formTexts } from '../texts.ts';
import { SubmissionState } from './submission-state.tsx';
import { useAddresses } from '../../../ui/use-addresses.ts';

interface SubmissionPanelProps {
  formId: string;
  id: string;
  /** The submission, if it is on the loaded page of the list. */
  listed: FormSubmissionRecord | undefined;
  onClose: () => void;
}

/** One submission: its input, its result, and a button to run it again. */
export function SubmissionPanel({ formId, id, listed, onClose }: SubmissionPanelProps) {
  const say = useTexts(formTexts);
  const submission = useSubmission(formId, id, listed);
  return (
    <Dialog open side onClose={onClose} title={say('submission')}>
      <Loaded query={submission}>{(loaded) => <SubmissionDetails formId={formId} submission={loaded} />}</Loaded>
    </Dialog>
  );
}

function SubmissionDetails({ formId, submission }: { formId: string; submission: FormSubmissionRecord }) {
  const say = useTexts(formTexts);
  const formats = useFormats();
  const addressOf = useAddresses(`/forms/${formId}/submissions`);
  const inputs = Object.entries(submission.inputs);
  return (
    <>
      <div class="line">
        <SubmissionState submission={submission} />
        <span class="meta grow">
          <Time at={submission.submitted_at} />
        </span>
        <RerunButton formId={formId} id={submission.id} />
      </div>
      {submission.error === null ? null : <Banner tone="bad">{submission.error.message}</Banner>}
      {submission.message === '' ? null : (
        <p class="written" dir="auto">
          {submission.message}
        </p>
      )}
      <Facts
        facts={inputs.map(
          ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        )}
      />
      {submission.files.map((file) => (
        <a key={file.file_id} href={file.download_url}>
          {file.file_name} ({formats.bytes(file.file_size)})
        </a>
      ))}
      {submission.urls.map((url) => (
        <a key={url} href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
          {url}
        </a>
      ))}
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
      <Facts
        facts={[
          [say('execution'), <ExecutionLink key="execution" id={submission.execution_id} />],
          [say('thread'), submission.thread_id ?? '–'],
          [
            say('rerunOf'),
            submission.rerun_of === null ? (
              '–'
            ) : (
              <Link key="rerun" href={addressOf(submission.rerun_of)}>
                {submission.rerun_of}
              </Link>
            ),
          ],
        ]}
      />
    </>
  );
}

function ExecutionLink({ id }: { id: string | null }) {
  const canOpen = useCan('executions:read');
  if (id === null) return <>–</>;
  return canOpen ? <Link href={`/executions/${id}`}>{id}</Link> : <>{id}</>;
}

function RerunButton({ formId, id }: { formId: string; id: string }) {
  const say = useTexts(formTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const canRun = useCan('workflows:execute');
  const rerun = useRerun(formId);
  if (!canRun) return null;
  return (
    <Button
      icon={RotateCcw}
      busy={rerun.isPending}
      onClick={() =>
        rerun.mutate(id, {
          onSuccess: () => toaster.done(say('rerunDone')),
          onError: (error) => toaster.failed(explain(error)),
        })
      }
    >
      {say('rerun')}
    </Button>
  );
}
