import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { isValues } from '../../../form/changes.ts';
import { useDraft } from '../../../form/draft-context.ts';
import { useField } from '../../../form/use-field.ts';
import { emptyDraft, readAt, writeAt } from '../graph/draft.ts';
import { addNode, createNodeId, insertNode } from '../graph/edits.ts';
import type { ServerFault } from '../graph/server-faults.ts';
import { findKind } from '../nodes/node-kinds.ts';
import { EditorContext, type Adding, type Editor } from './editor-context.ts';
import { useDefinition } from './use-definition.ts';
import { useFaults } from './use-faults.ts';
import { usePlace } from './use-place.ts';

interface EditorProviderProps {
  workflowId: string;
  /** The definition that this page saved last, as the server returned it. */
  ownSave: unknown;
  serverFaults: readonly ServerFault[];
  children: ComponentChildren;
}

const noNodes: ReadonlySet<string> = new Set();

/** Edits the definition of the surrounding form. */
export function EditorProvider({ workflowId, ownSave, serverFaults, children }: EditorProviderProps) {
  const { readOnly } = useDraft();
  const schema = useField('input_schema').value;
  const inputSchema = useMemo(() => (isValues(schema) ? schema : {}), [schema]);
  const definition = useDefinition(ownSave);
  const place = usePlace();
  const [group, setGroup] = useState<ReadonlySet<string>>(noNodes);
  const [added, setAdded] = useState<string>();
  const [adding, setAdding] = useState<Adding | null>(null);
  const whole = definition.draft;
  // A loop that is no longer there shows what is around it.
  const path = useMemo(() => (readAt(whole, place.path) === undefined ? [] : place.path), [whole, place.path]);
  const draft = useMemo(() => readAt(whole, path) ?? emptyDraft, [whole, path]);
  const faults = useFaults(whole, path, inputSchema, serverFaults);
  const node = group.size > 0 ? undefined : draft.nodes.find(({ id }) => id === place.nodeId);
  const openId = node?.id;
  const selected = useMemo(() => (openId === undefined ? group : new Set([openId])), [openId, group]);

  useEffect(() => {
    const [first] = serverFaults;
    if (first === undefined || first.isWarning === true) return;
    setGroup(noNodes);
    setAdding(null);
    if (first.path.join('.') === path.join('.')) place.open(first.node);
    else place.enter(first.path, first.node);
    // Only a save that has just failed opens what it failed for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [serverFaults]);

  const edit: Editor['edit'] = (change, key) => {
    if (readOnly) return;
    definition.change((before) => {
      const inner = readAt(before, path) ?? emptyDraft;
      const after = change(inner);
      return after === inner ? before : writeAt(before, path, after);
    }, key);
  };
  const select: Editor['select'] = (ids) => {
    const [only] = ids;
    definition.endStep();
    setAdded(undefined);
    setAdding(null);
    setGroup(ids.size > 1 ? ids : noNodes);
    place.open(ids.size === 1 ? only : undefined);
  };
  const editor: Editor = {
    workflowId,
    draft,
    whole,
    path,
    inputSchema,
    readOnly,
    selected,
    node,
    adding,
    faults,
    trace: undefined,
    added,
    canUndo: definition.canUndo && !readOnly,
    canRedo: definition.canRedo && !readOnly,
    edit,
    follow: (change) => {
      if (!readOnly) definition.changeAll(change);
    },
    endStep: definition.endStep,
    undo: definition.undo,
    redo: definition.redo,
    select,
    enter: (next, nodeId) => {
      setGroup(noNodes);
      setAdding(null);
      place.enter(next, nodeId);
    },
    startAdding: setAdding,
    add: (type, chosen) => {
      const { after, edge } = chosen ?? adding ?? {};
      const kind = findKind(type);
      const id = createNodeId(kind?.id ?? type, new Set(draft.nodes.map((each) => each.id)));
      const added = { id, type, config: kind?.config ?? {} };
      edit((before) => (edge === undefined ? addNode(before, added, after) : insertNode(before, added, edge)));
      select(new Set([id]));
      setAdded(id);
      return id;
    },
  };
  // It is another one with each edit.
  // oxlint-disable-next-line react/jsx-no-constructed-context-values
  return <EditorContext.Provider value={editor}>{children}</EditorContext.Provider>;
}
