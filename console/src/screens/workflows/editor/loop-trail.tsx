import { ChevronRight } from 'lucide-react';
import { useTexts } from '../../../text/use-texts.ts';
import { readAt } from '../graph/draft.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { useEditor } from './editor-context.ts';
import { editorTexts } from './texts.ts';

/** The way back from the body of a loop; nothing outside of loops. */
export function LoopTrail() {
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const { whole, path, enter } = useEditor();
  if (path.length === 0) return null;
  const nameOf = (at: number) => {
    const loop = readAt(whole, path.slice(0, at))?.nodes.find(({ id }) => id === path[at]);
    return loop === undefined ? path[at] : titleOf(loop);
  };
  return (
    <nav class="loop-trail" aria-label={say('insideLoop')}>
      <button type="button" class="link-button" onClick={() => enter([], path[0])}>
        {say('wholeWorkflow')}
      </button>
      {path.map((id, at) => (
        <span key={path.slice(0, at + 1).join('.')} class="line">
          <ChevronRight size={14} aria-hidden="true" />
          {at === path.length - 1 ? (
            <bdi aria-current="page">{nameOf(at)}</bdi>
          ) : (
            <button type="button" class="link-button" onClick={() => enter(path.slice(0, at + 1), path[at + 1])}>
              <bdi>{nameOf(at) ?? id}</bdi>
            </button>
          )}
        </span>
      ))}
    </nav>
  );
}
