import type { Execution } from '@portico/shared-types/api/executions';
import type { Workflow } from '@portico/shared-types/api/workflows';
import { ListChecks, Square } from 'lucide-react';
import { useState } from 'preact/hooks';
import { isActive, useCancelExecution } from '../../../data/executions.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { RunButton } from './run-button.tsx';
import { runTexts } from './texts.ts';

export function RunActions({ workflow, execution }: { workflow: Workflow; execution: Execution }) {
  const say = useTexts(runTexts);
  const canCancel = useCan('executions:cancel');
  const cancel = useCancelExecution(execution.id);
  const [isCancelling, setCancelling] = useState(false);
  return (
    <>
      <LinkButton href={`/executions/${execution.id}`} icon={ListChecks}>
        {say('openExecution')}
      </LinkButton>
      {isActive(execution.status) && canCancel ? (
        <Button icon={Square} onClick={() => setCancelling(true)}>
          {say('cancel')}
        </Button>
      ) : (
        <RunButton workflow={workflow} />
      )}
      <Confirm
        open={isCancelling}
        onClose={() => setCancelling(false)}
        title={say('cancelTitle')}
        text={say('cancelText')}
        action={say('cancel')}
        onConfirm={async () => cancel.mutateAsync()}
      />
    </>
  );
}
