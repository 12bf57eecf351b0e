import type { Workflow } from '@portico/shared-types/api/workflows';
import { useCan } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { LinkTabs } from '../../ui/tabs.tsx';
import { versionTexts } from '../../versions/texts.ts';
import { executionTexts } from '../executions/texts.ts';
import { workflowTexts } from './texts.ts';

export function WorkflowTabs({ workflow: { id, name } }: { workflow: Pick<Workflow, 'id' | 'name'> }) {
  const say = useTexts(workflowTexts);
  const sayExecution = useTexts(executionTexts);
  const sayVersion = useTexts(versionTexts);
  const canReadExecutions = useCan('executions:read');
  const base = `/workflows/${id}`;
  return (
    <LinkTabs
      label={name}
      tabs={[
        { href: base, title: say('editor') },
        ...(canReadExecutions ? [{ href: `${base}/runs`, title: sayExecution('executions') }] : []),
        { href: `${base}/versions`, title: sayVersion('versions') },
        { href: `${base}/settings`, title: say('settings') },
      ]}
    />
  );
}
