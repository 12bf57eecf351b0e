import type { Execution } from '@portico/shared-types/api/executions';
import { RotateCcw } from 'lucide-react';
import { useLocation } from 'wouter';
import { isActive, useRetryExecution } from '../../../data/executions.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { StopExecution } from '../stop-execution.tsx';
import { executionTexts } from '../texts.ts';

/** Stops an execution that has not ended, or continues a failed one as a new one. */
export function ExecutionActions({ execution: { id, status } }: { execution: Execution }) {
  const canCancel = useCan('executions:cancel');
  const canRetry = useCan('workflows:execute');
  if (isActive(status) && canCancel) return <StopExecution id={id} />;
  if (status === 'failed' && canRetry) return <RetryButton id={id} />;
  return null;
}

function RetryButton({ id }: { id: string }) {
  const say = useTexts(executionTexts);
  const toaster = useToaster();
  const [, navigate] = useLocation();
  const isShown = useIsShown();
  const retry = useRetryExecution(id, {
    onDone: ({ execution_id: next }) => {
      toaster.done(say('retried'));
      if (isShown()) navigate(`/executions/${next}`);
    },
    onFailed: useReportFailure(),
  });
  return (
    <Button
      look="primary"
      icon={RotateCcw}
      busy={retry.isPending}
      title={say('retryHelp')}
      onClick={() => retry.mutate()}
    >
      {say('retry')}
    </Button>
  );
}
