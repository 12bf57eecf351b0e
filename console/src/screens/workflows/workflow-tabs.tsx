import type { Workflow } from '@portico/shared-types/api/workflows';
import { useCan } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { LinkTabs, toTabLinks } from '../../ui/tabs.tsx';
import { versionTexts } from '../../versions/texts.ts';
import { executionTexts } from '../executions/texts.ts';
import { workflowTexts } from './texts.ts';

export const workflowTabs = ['editor', 'runs', 'versions', 'settings'] as const;
export type WorkflowTab = (typeof workflowTabs)[number];

export function WorkflowTabs({ workflow: { id, name } }: { workflow: Pick<Workflow, 'id' | 'name'> }) {
  const say = useTexts(workflowTexts);
  const sayExecution = useTexts(executionTexts);
  const sayVersion = useTexts(versionTexts);
  const canReadExecutions = useCan('executions:read');
  return (
    <LinkTabs
      label={name}
      tabs={toTabLinks<WorkflowTab>(`/workflows/${id}`, {
        editor: { title: say('editor') },
        runs: canReadExecutions ? { title: sayExecution('executions') } : undefined,
        versions: { title: sayVersion('versions') },
        settings: { title: say('settings') },
      })}
    />
  );
}
