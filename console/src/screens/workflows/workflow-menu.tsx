import type { WorkflowSummary } from '@portico/shared-types/api/workflows';
import { Ellipsis, Power, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { workflows } from '../../data/workflows.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { useToaster } from '../../ui/toaster.tsx';
import { workflowTexts } from './texts.ts';

interface WorkflowMenuProps {
  workflow: WorkflowSummary;
  onDeleted?: () => void;
}

/** The actions of a workflow that are rare or destructive. */
export function WorkflowMenu({ workflow, onDeleted }: WorkflowMenuProps) {
  const say = useTexts(workflowTexts);
  const sayUi = useTexts(uiTexts);
  const explain = useErrorText();
  const formats = useFormats();
  const toaster = useToaster();
  const update = workflows.useUpdate(workflow.id);
  const remove = workflows.useRemove();
  const [isDeleting, setDeleting] = useState(false);
  const isActive = workflow.status === 'active';
  const deleteIt = async () => {
    try {
      await remove.mutateAsync(workflow.id);
    } catch (error) {
      const users: unknown = error instanceof ApiError ? error.details['users'] : undefined;
      if (!Array.isArray(users)) throw error;
      throw new Error(say('usedBy', { users: formats.list(users.map(String)) }), { cause: error });
    }
    onDeleted?.();
  };
  return (
    <>
      <Menu trigger={<IconButton label={`${sayUi('more')}: ${workflow.name}`} icon={Ellipsis} look="secondary" />}>
        <MenuItem
          icon={Power}
          onSelect={() =>
            update.mutate(
              { status: isActive ? 'inactive' : 'active' },
              { onError: (error) => toaster.failed(explain(error)) },
            )
          }
        >
          {say(isActive ? 'deactivate' : 'activate')}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          {say('deleteAction')}
        </MenuItem>
      </Menu>
      <Confirm
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={say('deleteTitle', { name: workflow.name })}
        text={say('deleteText')}
        action={say('deleteAction')}
        onConfirm={deleteIt}
      />
    </>
  );
}
