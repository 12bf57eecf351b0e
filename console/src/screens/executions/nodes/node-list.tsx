import { ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'preact/hooks';
import { isWithin } from '../../../data/node-paths.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { endOf } from '../../../ui/format-json.ts';
import { moveFocus } from '../../../ui/move-focus.ts';
import { executionTexts } from '../texts.ts';
import { NodeHead } from './node-head.tsx';
import type { NodeBranch } from './node-tree.ts';
import { useShownNodes } from './nodes-context.ts';
import { RunDetails } from './run-details.tsx';

/** The number of rows at first, and of those that a click adds: a loop can have 10,000 items. */
const rowsAtFirst = 50;
const rowsMore = 200;
/** Of a text that is being written, the end is shown, in characters. */
const maxText = 600;

/** Nodes in the order in which they started, or the items of a loop. `j` and `k` move between the rows. */
export function NodeList({ label, branches }: { label: string; branches: readonly NodeBranch[] }) {
  const say = useTexts(executionTexts);
  const { opened } = useShownNodes();
  const list = useRef<HTMLUListElement>(null);
  const [count, setCount] = useState(rowsAtFirst);
  const hidden = branches.slice(count);
  // The address can name one that is further down.
  const linked = opened === '' ? undefined : hidden.find(({ path }) => isWithin(opened, path));
  const shown = linked === undefined ? branches.slice(0, count) : [...branches.slice(0, count), linked];
  return (
    <>
      <ul
        ref={list}
        class="node-list"
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, list.current, '.node-head')}
      >
        {shown.map((branch) => (
          <NodeRow key={branch.path} branch={branch} />
        ))}
      </ul>
      {hidden.length === 0 ? null : (
        <button type="button" class="link-button" onClick={() => setCount(count + rowsMore)}>
          {say('showMore', { count: Math.min(hidden.length, rowsMore) })}
        </button>
      )}
    </>
  );
}

/** A node with its attempts, or an item of a loop; open, it shows its data and what ran inside. */
function NodeRow({ branch }: { branch: NodeBranch }) {
  const { opened, onOpen, texts } = useShownNodes();
  const id = useId();
  const { path } = branch;
  const isOpen = isWithin(opened, path);
  const text = texts.get(path);
  // Closing it keeps what is around it open.
  const around = path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0));
  return (
    <li class="node">
      <button
        type="button"
        class="node-head"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': id } : {})}
        onClick={() => onOpen(isOpen ? around : path)}
      >
        <ChevronRight size={16} className="node-turn" aria-hidden="true" />
        <NodeHead branch={branch} />
      </button>
      {text === undefined ? null : (
        <div class="node-text">
          <p class="written data-text" dir="auto">
            {endOf(text, maxText)}
          </p>
        </div>
      )}
      {isOpen ? <NodeBody id={id} branch={branch} /> : null}
    </li>
  );
}

function NodeBody({ id, branch }: { id: string; branch: NodeBranch }) {
  const say = useTexts(executionTexts);
  const { runs, children, path } = branch;
  const title = say(children[0]?.label.startsWith('[') === true ? 'items' : 'inside');
  return (
    <div id={id} class="node-body">
      {children.length === 0 ? null : (
        <div class="node-inside">
          <h3>{title}</h3>
          <NodeList label={`${path}: ${title}`} branches={children} />
        </div>
      )}
      {runs.toReversed().map((run, before) => (
        <RunDetails key={run.attempt} run={run} isOnly={runs.length === 1} isEarlier={before > 0} />
      ))}
    </div>
  );
}
