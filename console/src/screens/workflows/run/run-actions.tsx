import type { Execution } from '@portico/shared-types/api/executions';
import type { Workflow } from '@portico/shared-types/api/workflows';
import { ListChecks } from 'lucide-react';
import { isActive } from '../../../data/executions.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { StopExecution } from '../../executions/stop-execution.tsx';
import { RunButton } from './run-button.tsx';
import { runTexts } from './texts.ts';

export function RunActions({ workflow, execution }: { workflow: Workflow; execution: Execution }) {
  const say = useTexts(runTexts);
  const canCancel = useCan('executions:cancel');
  return (
    <>
      <LinkButton href={`/executions/${execution.id}`} icon={ListChecks}>
        {say('openExecution')}
      </LinkButton>
      {isActive(execution.status) && canCancel ? (
        <StopExecution id={execution.id} />
      ) : (
        <RunButton workflow={workflow} />
      )}
    </>
  );
}
