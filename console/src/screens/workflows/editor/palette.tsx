import { useEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '@portico/browser-kit/is-composing';
import { toCompared } from '../../../text/to-compared.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { TextInput } from '../../../ui/field.tsx';
import { moveFocus } from '../../../ui/move-focus.ts';
import { nodeGroups, nodeKinds, type NodeKind } from '../nodes/node-kinds.ts';
import { nodeTexts } from '../nodes/texts.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { dragType } from './drag-type.ts';
import { useEditor } from './editor-context.ts';
import { editorTexts } from './texts.ts';
import { useBranchTitle } from './use-branch-title.ts';

/** Every type of node: a click adds one, and it can be dragged onto the canvas. */
export function Palette() {
  const say = useTexts(editorTexts);
  const sayNode = useTexts(nodeTexts);
  const { adding, add } = useEditor();
  const [search, setSearch] = useState('');
  const palette = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (adding !== null) palette.current?.querySelector('input')?.focus();
  }, [adding]);
  const words = toCompared(search.trim());
  const matches = ({ type, help }: NodeKind) =>
    [sayNode(type), sayNode(help), type].some((text) => toCompared(text).includes(words));
  const found = nodeKinds.filter(matches);
  return (
    <section ref={palette} class="palette" aria-label={say('addNode')}>
      <AddingTitle />
      <TextInput
        type="search"
        aria-label={say('searchNodes')}
        placeholder={say('searchNodes')}
        value={search}
        onValue={setSearch}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && !isComposing(event)) {
            // The form isn't saved by a search.
            event.preventDefault();
            if (first !== undefined) add(first.type);
          } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            list.current?.querySelector('button')?.focus();
          }
        }}
      />
      {found.length === 0 ? <p class="soft">{say('noNodes')}</p> : null}
      <div ref={list} onKeyDown={(event) => moveFocus(event, list.current, 'button')}>
        {nodeGroups.map((group) => {
          const kinds = found.filter((kind) => kind.group === group);
          if (kinds.length === 0) return null;
          return (
            <div key={group} class="palette-group">
              <h3 class="meta" id={`palette-${group}`}>
                {sayNode(group)}
              </h3>
              <ul aria-labelledby={`palette-${group}`}>
                {kinds.map((kind) => (
                  <PaletteEntry key={kind.type} kind={kind} />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}

function PaletteEntry({ kind }: { kind: NodeKind }) {
  const say = useTexts(nodeTexts);
  const { add } = useEditor();
  const Icon = kind.icon;
  return (
    <li>
      <button
        type="button"
        class="palette-entry"
        draggable
        onDragStart={({ dataTransfer }) => {
          dataTransfer?.setData(dragType, kind.type);
          if (dataTransfer !== null) dataTransfer.effectAllowed = 'copy';
        }}
        onClick={() => add(kind.type)}
      >
        <span class={`node-icon node-icon-${kind.group}`} aria-hidden="true">
          <Icon size={16} />
        </span>
        <span class="palette-words">
          <span class="palette-title">{say(kind.type)}</span>
          <span class="meta">{say(kind.help)}</span>
        </span>
      </button>
    </li>
  );
}

/** Where the chosen node will be. */
function AddingTitle() {
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const branchTitle = useBranchTitle();
  const { adding, draft } = useEditor();
  const from = draft.nodes.find(({ id }) => id === (adding?.after?.from ?? adding?.edge?.from));
  const on = adding?.after?.on;
  const title =
    from === undefined
      ? say('addNode')
      : on === undefined
        ? say('addAfter', { name: titleOf(from) })
        : say('addOnBranch', { name: titleOf(from), branch: branchTitle(on) });
  return (
    <>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      {from === undefined ? <p class="help palette-help">{say('paletteHelp')}</p> : null}
    </>
  );
}
