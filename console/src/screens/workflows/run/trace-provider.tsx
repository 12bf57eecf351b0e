import type { Execution } from '@portico/shared-types/api/executions';
import type { Workflow } from '@portico/shared-types/api/workflows';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useNodeRuns } from '../../../data/executions.ts';
import { useLiveExecution } from '../../../data/live-execution.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EditorContext, type Editor } from '../editor/editor-context.ts';
import type { NodeFaults } from '../editor/use-faults.ts';
import { usePlace } from '../editor/use-place.ts';
import { emptyDraft, readAt, type Draft } from '../graph/draft.ts';
import { runTexts } from './texts.ts';
import { toTrace } from './trace.ts';

interface TraceProviderProps {
  workflow: Workflow;
  execution: Execution;
  whole: Draft;
  children: ComponentChildren;
}

const noFaults: NodeFaults = { all: [], of: () => [] };
/** With more, reading the runs would take longer than anybody waits; Executions shows them page by page. */
const maxRuns = 1_000;

/** Shows the results of a run at the nodes, and follows it while it runs. */
export function TraceProvider({ workflow, execution, whole, children }: TraceProviderProps) {
  const say = useTexts(runTexts);
  const place = usePlace();
  const live = useLiveExecution(execution.id);
  const { data, hasNextPage, isFetching, fetchNextPage } = useNodeRuns(execution.id);
  const loaded = data?.runs.length ?? 0;
  const wantsMore = hasNextPage && !isFetching && loaded < maxRuns;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  const path = useMemo(() => (readAt(whole, place.path) === undefined ? [] : place.path), [whole, place.path]);
  const draft = useMemo(() => readAt(whole, path) ?? emptyDraft, [whole, path]);
  const trace = useMemo(() => toTrace(data?.runs ?? [], path, live.texts), [data, path, live.texts]);
  const node = draft.nodes.find(({ id }) => id === place.nodeId);
  const openId = node?.id;
  const selected = useMemo(() => new Set(openId === undefined ? [] : [openId]), [openId]);
  const editor: Editor = {
    workflowId: workflow.id,
    draft,
    whole,
    path,
    inputSchema: workflow.input_schema,
    readOnly: true,
    selected,
    node,
    adding: null,
    faults: noFaults,
    trace,
    run: execution,
    canUndo: false,
    canRedo: false,
    edit: () => {},
    follow: () => {},
    endStep: () => {},
    undo: () => {},
    redo: () => {},
    select: (ids) => place.open([...ids].at(-1)),
    enter: place.enter,
    startAdding: () => {},
    add: () => '',
    added: undefined,
  };
  const total = data?.total ?? 0;
  return (
    // It is another one with each event of the run.
    // oxlint-disable-next-line react/jsx-no-constructed-context-values
    <EditorContext.Provider value={editor}>
      {live.isConnected ? null : <Banner tone="wait">{say('offline')}</Banner>}
      {total > maxRuns && loaded >= maxRuns ? <Banner>{say('moreRuns', { shown: loaded, total })}</Banner> : null}
      {children}
    </EditorContext.Provider>
  );
}
