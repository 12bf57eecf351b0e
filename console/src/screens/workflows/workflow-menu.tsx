import type { WorkflowSummary } from '@portico/shared-types/api/workflows';
import { Power } from 'lucide-react';
import { workflows } from '../../data/workflows.ts';
import { useTexts } from '../../text/use-texts.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { workflowTexts } from './texts.ts';

interface WorkflowMenuProps {
  workflow: WorkflowSummary;
  onDeleted?: () => void;
}

/** The actions of a workflow that are rare or destructive. */
export function WorkflowMenu({ workflow, onDeleted }: WorkflowMenuProps) {
  const say = useTexts(workflowTexts);
  const update = workflows.useUpdate(workflow.id, { onFailed: useReportFailure() });
  const remove = workflows.useRemove();
  const isActive = workflow.status === 'active';
  const deleteIt = async () => {
    await remove.mutateAsync(workflow.id);
    onDeleted?.();
  };
  return (
    <MoreMenu
      of={workflow.name}
      action={say('deleteAction')}
      title={say('deleteTitle', { name: workflow.name })}
      text={say('deleteText')}
      onDelete={deleteIt}
    >
      <MenuItem icon={Power} onSelect={() => update.mutate({ status: isActive ? 'inactive' : 'active' })}>
        {say(isActive ? 'deactivate' : 'activate')}
      </MenuItem>
    </MoreMenu>
  );
}
