import { ArrowRight, Link2, Plus, X } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { branchesOf } from '../graph/branches.ts';
import type { DraftNode } from '../graph/draft.ts';
import { connect, disconnect } from '../graph/edits.ts';
import { listAncestors } from '../graph/order.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { useEditor } from './editor-context.ts';
import { editorTexts } from './texts.ts';
import { useBranchTitle } from './use-branch-title.ts';

/** The nodes that follow a node, with the branches that lead to them; connects it without a pointer. */
export function NextSteps({ node }: { node: DraftNode }) {
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const branchTitle = useBranchTitle();
  const { draft, readOnly, edit, select } = useEditor();
  const edges = draft.edges.filter(({ from }) => from === node.id);
  const nameOf = (id: string) => {
    const found = draft.nodes.find((each) => each.id === id);
    return found === undefined ? id : titleOf(found);
  };
  return (
    <section class="stack next-steps" aria-labelledby={`next-${node.id}`}>
      <h3 id={`next-${node.id}`}>{say('nextSteps')}</h3>
      {edges.length === 0 ? <p class="help">{say('noNext')}</p> : null}
      <ul class="stack-tight">
        {edges.map((edge) => (
          <li key={`${edge.on ?? ''} ${edge.to}`} class="follower">
            <ArrowRight size={14} aria-hidden="true" />
            {edge.on === undefined ? null : (
              <Badge>
                <bdi>{branchTitle(edge.on)}</bdi>
              </Badge>
            )}
            <button type="button" class="link-button" onClick={() => select(new Set([edge.to]))}>
              <bdi>{nameOf(edge.to)}</bdi>
            </button>
            {readOnly ? null : (
              <IconButton
                class="button-small"
                label={say('disconnect', { name: nameOf(edge.to) })}
                icon={X}
                onClick={() => edit((before) => disconnect(before, [edge]))}
              />
            )}
          </li>
        ))}
      </ul>
      {readOnly ? null : <ConnectForm key={node.id} node={node} />}
    </section>
  );
}

/** Options of a select; a definition can have more nodes, which are connected on the canvas. */
const maxTargets = 300;

function ConnectForm({ node }: { node: DraftNode }) {
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const branchTitle = useBranchTitle();
  const { draft, edit, startAdding } = useEditor();
  const branches = branchesOf(node);
  const own = branches.filter((name) => name !== 'error');
  const used = new Set(draft.edges.filter(({ from }) => from === node.id).map(({ on }) => on ?? ''));
  // A node with branches of its own is left by one of them, as a rule.
  const options = own.length > 0 ? [...branches, ''] : ['', ...branches];
  const [chosen, setChosen] = useState<string>();
  const [target, setTarget] = useState('');
  const branch = chosen ?? options.find((name) => !used.has(name)) ?? options[0] ?? '';
  const on = branch === '' ? {} : { on: branch };
  const before = new Set([...listAncestors(draft, node.id), node.id]);
  const targets = draft.nodes.filter(({ id }) => !before.has(id)).slice(0, maxTargets);
  return (
    <div class="connect-form">
      {options.length === 1 ? null : (
        <Field label={say('branch')}>
          {(links) => (
            <Select
              {...links}
              value={branch}
              options={options.map((name) => ({
                value: name,
                label: name === '' ? say('anyBranch') : branchTitle(name),
              }))}
              onValue={setChosen}
            />
          )}
        </Field>
      )}
      <Field label={say('connectTo')}>
        {(links) => (
          <Select
            {...links}
            value={target}
            options={[
              { value: '', label: say('newNode') },
              ...targets.map((each) => ({ value: each.id, label: titleOf(each) })),
            ]}
            onValue={setTarget}
          />
        )}
      </Field>
      <Button
        icon={target === '' ? Plus : Link2}
        onClick={() => {
          setChosen(undefined);
          setTarget('');
          if (target === '') startAdding({ after: { from: node.id, ...on } });
          else edit((draftNow) => connect(draftNow, { from: node.id, to: target, ...on }));
        }}
      >
        {say(target === '' ? 'addNode' : 'connect')}
      </Button>
    </div>
  );
}
