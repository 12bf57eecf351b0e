import type { Workflow } from '@portico/shared-types/api/workflows';
import { useCan } from '../../data/session.ts';
import { workflowVersions } from '../../data/versions.ts';
import type { Text } from '../../text/texts.ts';
import { useTexts } from '../../text/use-texts.ts';
import { VersionsTab } from '../../versions/versions-tab.tsx';
import { workflowTexts } from './texts.ts';

const fieldTitles: ReadonlyMap<string, Text> = new Map<string, Text>([
  ['definition', workflowTexts.definition],
  ['input_schema', workflowTexts.inputs],
]);

/** The saved versions of a workflow. */
export function WorkflowVersions({ workflow }: { workflow: Workflow }) {
  const say = useTexts(workflowTexts);
  return (
    <VersionsTab
      help={say('versionsHelp')}
      resource={workflowVersions}
      current={workflow}
      canWrite={useCan('workflows:write')}
      fieldTitles={fieldTitles}
    />
  );
}
