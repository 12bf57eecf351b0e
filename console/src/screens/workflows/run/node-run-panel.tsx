import { CornerDownRight, Pencil } from 'lucide-react';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DataView } from '../../../ui/data-view.tsx';
import { endOf } from '../../../ui/format-json.ts';
import { useEditor } from '../editor/editor-context.ts';
import { fieldTexts } from '../nodes/field-texts.ts';
import { countBody, findKind } from '../nodes/node-kinds.ts';
import { nodeTexts } from '../nodes/texts.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import type { DraftNode } from '../graph/draft.ts';
import { RunResult } from './run-result.tsx';
import { runTexts } from './texts.ts';
import { TraceBadge } from './trace-badge.tsx';

/** What a node did in the shown run: its error, the text that it is writing, its outputs and inputs. */
export function NodeRunPanel({ node }: { node: DraftNode | undefined }) {
  const say = useTexts(runTexts);
  const sayKind = useTexts(nodeTexts);
  const sayField = useTexts(fieldTexts);
  const titleOf = useNodeTitle();
  const { trace, workflowId, path, enter } = useEditor();
  if (node === undefined) return <RunResult />;
  const traced = trace?.get(node.id);
  const kind = findKind(node.type);
  const place = new URLSearchParams({ ...(path.length === 0 ? {} : { in: path.join('.') }), node: node.id });
  const nodeCount = node.type === 'loop' ? countBody(node) : 0;
  return (
    <div class="stack">
      <header class="stack-tight">
        <h2>
          <bdi>{titleOf(node)}</bdi>
        </h2>
        <p class="meta">{kind === undefined ? node.type : sayKind(kind.type)}</p>
        <TraceBadge trace={traced} />
      </header>
      {traced !== undefined && traced.started > 1 ? (
        <p class="help">
          <bdi>{say('itemOf', { id: traced.run.node_id })}</bdi>
        </p>
      ) : null}
      {traced?.run.error == null ? null : (
        <Banner tone="bad">
          <bdi>{traced.run.error.message}</bdi> <code dir="ltr">{traced.run.error.code}</code>
        </Banner>
      )}
      {traced?.text === undefined ? null : (
        <section class="stack-tight" aria-label={say('writing')}>
          <h3>{say('writing')}</h3>
          <p class="written" dir="auto">
            {traced.text.length > maxWritten ? `…${endOf(traced.text, maxWritten)}` : traced.text}
          </p>
        </section>
      )}
      {traced?.run.outputs == null ? null : <DataView label={say('outputs')} data={traced.run.outputs} />}
      {traced?.run.inputs == null ? null : <DataView label={say('inputs')} data={traced.run.inputs} />}
      <div class="line">
        {nodeCount === 0 ? null : (
          <Button icon={CornerDownRight} onClick={() => enter([...path, node.id])}>
            {sayField('editBody', { count: nodeCount })}
          </Button>
        )}
        <LinkButton href={`/workflows/${workflowId}?${place.toString()}`} icon={Pencil}>
          {say('editNode')}
        </LinkButton>
      </div>
    </div>
  );
}

/** Characters of a text that is being written: its end is what is new. */
const maxWritten = 2_000;
