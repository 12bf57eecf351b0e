import { Handle, Position, type NodeProps } from '@xyflow/react';
import { CircleAlert, Plus } from 'lucide-react';
import { memo } from 'preact/compat';
import { useTexts } from '../../../text/use-texts.ts';
import { editorTexts } from '../editor/texts.ts';
import { useBranchTitle } from '../editor/use-branch-title.ts';
import type { DraftNode } from '../graph/draft.ts';
import { findKind, summaryOf } from '../nodes/node-kinds.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { TraceBadge } from '../run/trace-badge.tsx';
import { useCardScope } from './card-scope.ts';
import { portsOf, showsBranches, type Port } from './geometry.ts';
import { sourceHandle, targetHandle, type CardNode } from './to-flow.ts';

/** A node on the canvas: its type, name and summary; its branches; its problems, or its status in a run. */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const { node, problems, free, traced } = data;
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const branchTitle = useBranchTitle();
  const { hasTrace, readOnly } = useCardScope();
  const kind = findKind(node.type);
  const Icon = kind?.icon;
  const ports = portsOf(node);
  const state = traced === undefined ? (hasTrace ? 'flow-card-idle' : '') : `flow-card-${traced.status}`;
  return (
    <div class={`flow-card ${selected ? 'flow-card-selected' : ''} ${problems === '' ? '' : 'flow-card-bad'} ${state}`}>
      <Handle type="target" id={targetHandle} position={Position.Top} isConnectable={!readOnly} />
      <div class="flow-card-head">
        <span class={`node-icon node-icon-${kind?.group ?? 'unknown'}`} aria-hidden="true">
          {Icon === undefined ? '?' : <Icon size={16} />}
        </span>
        <div class="flow-card-words">
          <span class="flow-card-title" dir="auto">
            {titleOf(node)}
          </span>
          <span class="flow-card-summary" dir="auto">
            {summaryOf(node) === '' ? node.id : summaryOf(node)}
          </span>
        </div>
        {problems === '' ? null : (
          <span class="flow-card-problem" title={problems}>
            <CircleAlert size={16} aria-hidden="true" />
            <span class="visually-hidden">{say('invalid')}</span>
          </span>
        )}
      </div>
      {hasTrace ? <TraceBadge trace={traced} /> : null}
      {showsBranches(ports) ? (
        <div class="flow-card-branches">
          {ports.map(({ branch }) => (
            <span key={branch} dir="auto" title={branch}>
              {branch === '' ? say('isNext') : branchTitle(branch)}
            </span>
          ))}
        </div>
      ) : null}
      {ports.map((port) => (
        <SourceHandle key={port.branch} node={node} port={port} isFree={free.includes(port.branch)} />
      ))}
      {ports.some(({ branch }) => branch === '') ? null : (
        <Handle
          type="source"
          id={sourceHandle('')}
          position={Position.Bottom}
          isConnectable={false}
          className="handle-hidden"
        />
      )}
    </div>
  );
});

/** Drag it to connect the node, or select it to add the next one. */
function SourceHandle({ node, port: { branch, x }, isFree }: { node: DraftNode; port: Port; isFree: boolean }) {
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const branchTitle = useBranchTitle();
  const { readOnly, startAdding } = useCardScope();
  const name = titleOf(node);
  const shared = {
    type: 'source' as const,
    id: sourceHandle(branch),
    position: Position.Bottom,
    style: { left: `calc(50% + ${x}px)` },
  };
  if (readOnly) return <Handle {...shared} isConnectable={false} />;
  return (
    <Handle
      {...shared}
      className={isFree ? 'handle-add' : ''}
      title={branch === '' ? say('addAfter', { name }) : say('addOnBranch', { name, branch: branchTitle(branch) })}
      onClick={(event) => {
        event.stopPropagation();
        startAdding({ after: { from: node.id, ...(branch === '' ? {} : { on: branch }) } });
      }}
    >
      {isFree ? <Plus size={12} aria-hidden="true" /> : null}
    </Handle>
  );
}
