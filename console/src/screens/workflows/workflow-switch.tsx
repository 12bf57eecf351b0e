import type { WorkflowSummary } from '@portico/shared-types/api/workflows';
import { workflows } from '../../data/workflows.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { workflowTexts } from './texts.ts';

/** Whether a workflow can be run, and the switch that changes it immediately. */
export function WorkflowSwitch({ workflow, disabled }: { workflow: WorkflowSummary; disabled: boolean }) {
  const say = useTexts(workflowTexts);
  const update = workflows.useUpdate(workflow.id, { onFailed: useReportFailure() });
  const isActive = workflow.status === 'active';
  return (
    <span class="switch workflow-switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={say('switchOf', { name: workflow.name })}
        aria-checked={isActive}
        checked={isActive}
        disabled={disabled || update.isPending}
        onChange={(event) => update.mutate({ status: event.currentTarget.checked ? 'active' : 'inactive' })}
      />
      <span aria-hidden="true">{say(workflow.status)}</span>
    </span>
  );
}
