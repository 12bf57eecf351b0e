import type { SavedWorkflow, Workflow } from '@portico/shared-types/api/workflows';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { ApiError } from '../../api/api-error.ts';
import { useCan } from '../../data/session.ts';
import { workflows } from '../../data/workflows.ts';
import { applyChanges, type Values } from '../../form/changes.ts';
import { DraftForm } from '../../form/draft-form.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Page } from '../../ui/page.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { useListAddress } from '../../ui/visited-lists.ts';
import { EditorProvider } from './editor/editor-provider.tsx';
import { EditorTab } from './editor/editor-tab.tsx';
import { editorTexts } from './editor/texts.ts';
import { emptyDraft, readDefinition } from './graph/draft.ts';
import { nameFault, placeFaults, placeWarnings, type ServerFault } from './graph/server-faults.ts';
import { RunButton } from './run/run-button.tsx';
import { RunsTab } from './run/runs-tab.tsx';
import { SavedByOthers } from './saved-by-others.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';
import { workflowTexts } from './texts.ts';
import { WorkflowMenu } from './workflow-menu.tsx';
import { WorkflowTabs, type WorkflowTab } from './workflow-tabs.tsx';
import { WorkflowVersions } from './workflow-versions.tsx';

export function WorkflowPage({ id, tab }: { id: string; tab: WorkflowTab }) {
  const say = useTexts(workflowTexts);
  const workflow = workflows.useOne(id);
  return (
    <LoadedPage query={workflow} title={say('workflows')} wide>
      {(loaded) => <WorkflowParts workflow={loaded} tab={tab} />}
    </LoadedPage>
  );
}

function WorkflowParts({ workflow, tab }: { workflow: Workflow; tab: WorkflowTab }) {
  const say = useTexts(workflowTexts);
  const sayUi = useTexts(uiTexts);
  const [, navigate] = useLocation();
  const list = useListAddress('/workflows');
  const canWrite = useCan('workflows:write');
  const sayEditor = useTexts(editorTexts);
  const update = workflows.useUpdate(workflow.id, { quick: true });
  const read = workflows.useRead(workflow.id);
  const [faults, setFaults] = useState<readonly ServerFault[]>([]);
  /** What this page saved last. */
  const [own, setOwn] = useState<Workflow>();
  const save = async (changes: Values) => {
    setFaults([]);
    try {
      const saved: SavedWorkflow = await update.mutateAsync(changes);
      setFaults(placeWarnings(readDefinition(saved.definition) ?? emptyDraft, saved.warnings ?? []));
      setOwn(saved);
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const sent = readDefinition(applyChanges({ ...workflow }, changes)['definition']) ?? emptyDraft;
      const placed = placeFaults(sent, error.fields);
      setFaults(placed);
      // In the save bar, a field is named by its node: `find.query` instead of its position in the definition.
      const fields = error.fields.map((fault) => ({ ...fault, path: nameFault(placed, fault) }));
      const { status, code, message, details, requestId } = error;
      throw new ApiError({ status, code, message, fields, details, requestId }, { cause: error });
    }
  };
  return (
    <Page
      title={workflow.name}
      wide
      back={{ href: '/workflows', title: say('workflows') }}
      actions={
        <>
          {canWrite ? <WorkflowMenu workflow={workflow} onDeleted={() => navigate(list, { replace: true })} /> : null}
          <RunButton workflow={workflow} />
        </>
      }
    >
      <WorkflowTabs workflow={workflow} />
      {canWrite ? null : <Banner>{sayUi('readOnly')}</Banner>}
      {workflow.status === 'inactive' ? <Banner tone="wait">{say('inactiveText')}</Banner> : null}
      <DraftForm
        name={`workflows/${workflow.id}`}
        saved={workflow}
        save={save}
        read={read}
        units={{ definition: sayEditor('nodes') }}
        nameOf={(path) => {
          const [, input] = /^input_schema\.properties\.([^.]+)/.exec(path) ?? [];
          if (input !== undefined) return `${say('inputs')} › ${input}`;
          return path.startsWith('input_schema') ? say('inputs') : undefined;
        }}
        readOnly={!canWrite}
      >
        <SavedByOthers workflow={workflow} ownVersion={own?.version ?? 0} isSaving={update.isPending} />
        <EditorProvider workflowId={workflow.id} ownSave={own?.definition} serverFaults={faults}>
          {tab === 'editor' ? <EditorTab /> : null}
          {tab === 'settings' ? <SettingsTab /> : null}
        </EditorProvider>
        {tab === 'runs' ? <RunsTab workflow={workflow} /> : null}
        {tab === 'versions' ? <WorkflowVersions workflow={workflow} /> : null}
      </DraftForm>
    </Page>
  );
}
