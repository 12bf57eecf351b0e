import type { Execution } from '@portico/shared-types/api/executions';
import { OctagonX, RotateCcw } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { isActive, useCancelExecution, useRetryExecution } from '../../../data/executions.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { executionTexts } from '../texts.ts';

/** Stops an execution that has not ended, or continues a failed one as a new one. */
export function ExecutionActions({ execution: { id, status } }: { execution: Execution }) {
  const canCancel = useCan('executions:cancel');
  const canRetry = useCan('workflows:execute');
  if (isActive(status) && canCancel) return <StopButton id={id} />;
  if (status === 'failed' && canRetry) return <RetryButton id={id} />;
  return null;
}

function StopButton({ id }: { id: string }) {
  const say = useTexts(executionTexts);
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelExecution(id);
  return (
    <>
      <Button icon={OctagonX} onClick={() => setAsking(true)}>
        {say('stop')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={say('stopTitle')}
        text={say('stopText')}
        action={say('stopAction')}
        onConfirm={async () => cancel.mutateAsync()}
      />
    </>
  );
}

function RetryButton({ id }: { id: string }) {
  const say = useTexts(executionTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const [, navigate] = useLocation();
  const retry = useRetryExecution(id);
  return (
    <Button
      look="primary"
      icon={RotateCcw}
      busy={retry.isPending}
      title={say('retryHelp')}
      onClick={() =>
        retry.mutate(undefined, {
          onSuccess: ({ execution_id: next }) => {
            toaster.done(say('retried'));
            navigate(`/executions/${next}`);
          },
          onError: (error) => toaster.failed(explain(error)),
        })
      }
    >
      {say('retry')}
    </Button>
  );
}
