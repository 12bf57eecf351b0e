import {
  applyNodeChanges,
  Background,
  MarkerType,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Connection,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { dragType } from '../editor/drag-type.ts';
import { useEditor } from '../editor/editor-context.ts';
import { editorTexts } from '../editor/texts.ts';
import { connect, disconnect, removeNodes } from '../graph/edits.ts';
import { makesCycle } from '../graph/order.ts';
import { BranchLine } from './branch-line.tsx';
import { CardContext } from './card-scope.ts';
import { CanvasTools } from './canvas-tools.tsx';
import './canvas.css';
import { duration } from './duration.ts';
import { NodeCard } from './node-card.tsx';
import { edgeId, toPlaces, type BranchEdge, type CardNode } from './to-flow.ts';
import { useCards } from './use-cards.ts';
import { useDeleteKey } from './use-delete-key.ts';
import { useFocusOfRemoved } from './use-focus-of-removed.ts';
import { useSelectedInView } from './use-selected-in-view.ts';
import { useStartInView } from './use-start-in-view.ts';

const nodeTypes = { card: NodeCard };
const edgeTypes = { branch: BranchLine };
const fit = { padding: 0.15, maxZoom: 1 } as const;
/** With fewer nodes, there is nothing to find on a map. */
const minForMap = 30;

/** The nodes of the shown definition, with their connections. It fills its container. */
export default function Canvas() {
  const { path, readOnly, trace, startAdding } = useEditor();
  const hasTrace = trace !== undefined;
  const scope = useMemo(() => ({ readOnly, hasTrace, startAdding }), [readOnly, hasTrace, startAdding]);
  return (
    <CardContext.Provider value={scope}>
      {/* Another loop has another viewport. */}
      <ReactFlowProvider key={path.join('.')}>
        <Flow />
      </ReactFlowProvider>
    </CardContext.Provider>
  );
}

function Flow() {
  const say = useTexts(editorTexts);
  const editor = useEditor();
  const { draft, readOnly, selected, trace, edit, select, startAdding, add } = editor;
  const hasTrace = trace !== undefined;
  const flow = useReactFlow<CardNode, BranchEdge>();
  const frame = useRef<HTMLDivElement>(null);
  const { nodes, branches, isMoved, move, keep, tidy } = useCards(editor);
  const onInit = useStartInView(flow, nodes, frame);
  useSelectedInView(nodes, editor.node?.id, frame);
  const [edge, setEdge] = useState<string>();
  const edges = useMemo(
    () => branches.map((branch) => (branch.id === edge ? { ...branch, selected: true } : branch)),
    [branches, edge],
  );
  const removeSelected = () => {
    if (readOnly) return;
    const chosen = draft.edges.find((each) => edgeId(each) === edge);
    if (selected.size > 0) {
      edit((before) => removeNodes(before, selected));
      select(new Set());
    } else if (chosen !== undefined) edit((before) => disconnect(before, [chosen]));
  };
  useDeleteKey(removeSelected);
  useFocusOfRemoved(draft.nodes);
  return (
    <ReactFlow
      ref={frame}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultEdgeOptions={{ markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 } }}
      onlyRenderVisibleElements
      onInit={onInit}
      minZoom={0.05}
      maxZoom={1.5}
      panOnScroll
      selectionOnDrag={false}
      connectOnClick={false}
      edgesFocusable={false}
      nodesDraggable={!readOnly && !hasTrace}
      nodesConnectable={!readOnly}
      nodeDragThreshold={4}
      deleteKeyCode={null}
      ariaLabelConfig={{ 'node.a11yDescription.default': '', 'edge.a11yDescription.default': '' }}
      aria-label={say('nodes')}
      onNodesChange={(changes) => {
        const moves = changes.filter(({ type }) => type === 'position');
        if (moves.length > 0) move((cards) => applyNodeChanges(moves, cards));
        const chosen = new Set(selected);
        for (const change of changes) {
          if (change.type !== 'select') continue;
          if (change.selected) chosen.add(change.id);
          else chosen.delete(change.id);
        }
        if (changes.some(({ type }) => type === 'select')) select(chosen);
      }}
      onNodeDragStop={(_event, _node, moved) => keep(toPlaces(moved))}
      onSelectionDragStop={(_event, moved) => keep(toPlaces(moved))}
      onEdgesChange={(changes) => {
        for (const change of changes) if (change.type === 'select') setEdge(change.selected ? change.id : undefined);
      }}
      onKeyDownCapture={(event) => {
        const isOnCard = event.target instanceof Element && event.target.matches('.react-flow__node');
        if (event.key !== 'Escape' || !isOnCard) return;
        // React Flow would also take the focus from the card.
        event.stopPropagation();
        select(new Set());
      }}
      onPaneClick={() => select(new Set())}
      isValidConnection={({ source, target }) => !makesCycle(draft, source, target)}
      onConnect={(connection) => edit((before) => connect(before, toEdge(connection)))}
      onConnectEnd={(event, { isValid, fromNode, fromHandle, fromPosition }) => {
        if (isValid === true || fromNode === null || fromHandle?.type !== 'source' || fromPosition === null) return;
        const isOnPane = event.target instanceof Element && event.target.classList.contains('react-flow__pane');
        if (!isOnPane) return;
        const branch = branchOf(fromHandle.id);
        startAdding({ after: { from: fromNode.id, ...branch } });
      }}
      onDragOver={(event: DragEvent) => {
        if (event.dataTransfer?.types.includes(dragType) !== true || readOnly) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={(event: DragEvent) => {
        const type = event.dataTransfer?.getData(dragType) ?? '';
        if (type === '' || readOnly) return;
        event.preventDefault();
        const id = add(type, {});
        const at = flow.screenToFlowPosition({ x: event.clientX - 120, y: event.clientY - 30 });
        keep({ [id]: at });
      }}
    >
      <Background gap={20} size={1.5} />
      {draft.nodes.length >= minForMap ? <MiniMap position="top-right" pannable zoomable ariaLabel={null} /> : null}
      <CanvasTools
        onFit={() => void flow.fitView({ ...fit, duration: duration(200) })}
        onZoom={(step) =>
          void (step > 0 ? flow.zoomIn({ duration: duration(120) }) : flow.zoomOut({ duration: duration(120) }))
        }
        onTidy={
          isMoved
            ? () => {
                tidy();
                requestAnimationFrame(() => void flow.fitView({ ...fit, duration: duration(200) }));
              }
            : undefined
        }
      />
    </ReactFlow>
  );
}

function toEdge({ source, target, sourceHandle }: Connection) {
  return { from: source, to: target, ...branchOf(sourceHandle) };
}

function branchOf(handle: string | null | undefined): { on?: string } {
  const branch = handle?.replace(/^out:/, '') ?? '';
  return branch === '' ? {} : { on: branch };
}
