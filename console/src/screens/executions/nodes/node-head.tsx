import { withoutItems } from '../../../data/node-paths.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { useNodeTitle } from '../../workflows/nodes/use-node-title.ts';
import { ExecutionState } from '../execution-state.tsx';
import { executionTexts } from '../texts.ts';
import type { NodeBranch } from './node-tree.ts';
import { useShownNodes } from './nodes-context.ts';

const maxError = 300;

/** The line of a node, or of an item of a loop: its name, error, duration and state. */
export function NodeHead({ branch: { path, label, runs, status, failures } }: { branch: NodeBranch }) {
  const say = useTexts(executionTexts);
  const formats = useFormats();
  const titleOf = useNodeTitle();
  const { names, createdAt } = useShownNodes();
  const last = runs.at(-1);
  const isItem = label.startsWith('[');
  const isKept = last?.completed_at != null && last.completed_at < createdAt;
  return (
    <>
      <span class="node-name">
        {isItem ? say('item', { index: label.slice(1, -1) }) : <bdi>{names.get(withoutItems(path)) ?? label}</bdi>}
        {last === undefined ? null : <span class="meta">{titleOf({ type: last.node_type })}</span>}
      </span>
      {last?.error == null ? null : (
        <span class="node-error">
          <span dir="auto">{startOf(last.error.message, maxError)}</span>
        </span>
      )}
      <span class="node-facts meta">
        {isKept ? <span>{say('kept')}</span> : null}
        {runs.length > 1 ? <span>{say('attempts', { count: runs.length })}</span> : null}
        {last?.duration_ms == null ? null : <span>{formats.duration(last.duration_ms)}</span>}
      </span>
      {failures > 0 && (isItem || status !== 'failed') ? (
        <Badge tone="bad">{say('failedInside', { count: failures })}</Badge>
      ) : null}
      {failures > 0 && isItem ? null : <ExecutionState status={status} />}
    </>
  );
}
