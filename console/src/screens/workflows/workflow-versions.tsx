import type { Workflow } from '@portico/shared-types/api/workflows';
import { useCan } from '../../data/session.ts';
import { workflowVersions } from '../../data/versions.ts';
import type { Text } from '../../text/texts.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { VersionsTab } from '../../versions/versions-tab.tsx';
import { workflowTexts } from './texts.ts';

const fieldTitles: ReadonlyMap<string, Text> = new Map<string, Text>([
  ['definition', workflowTexts.definition],
  ['input_schema', workflowTexts.inputs],
]);

/** The saved versions of a workflow. */
export function WorkflowVersions({ workflow }: { workflow: Workflow }) {
  const say = useTexts(workflowTexts);
  const { page, setPage } = useListState();
  const list = workflowVersions.useList(workflow.id, { page });
  const restore = workflowVersions.useRestore(workflow.id);
  return (
    <VersionsTab
      help={say('versionsHelp')}
      list={list}
      page={page}
      onPage={setPage}
      current={workflow}
      canWrite={useCan('workflows:write')}
      restore={async (version) => restore.mutateAsync(version)}
      fieldTitles={fieldTitles}
    />
  );
}
