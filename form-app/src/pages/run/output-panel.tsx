import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { GrowingText } from '../../fields/growing-text.tsx';
import type { RunState } from '../../store/run/run-store.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { OutputTools } from './output-tools.tsx';
import { OutputView } from './output-view.tsx';

/** The result while it is written and afterwards: to read, to edit if allowed, to copy or download. */
export function OutputPanel({ form, run }: { form: PublicForm; run: RunState }) {
  const texts = useTexts();
  const view = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const [isEditing, setEditing] = useState(false);
  // Incremented when a button that had the focus disappears.
  const [exits, setExits] = useState(0);
  useLayoutEffect(() => {
    if (exits > 0) (editButton.current ?? heading.current)?.focus();
  }, [exits]);
  const leave = () => setExits((count) => count + 1);
  const finish = () => {
    setEditing(false);
    leave();
  };
  const restore = () => {
    run.edit(null);
    leave();
  };
  const isDone = run.status === 'completed' || run.status === 'failed';
  const text = run.edited ?? run.output;
  const label = form.outputLabel ?? texts.say('result');
  return (
    <section class="output" aria-labelledby="output-title" aria-busy={!isDone}>
      <div class="output-head">
        <h2 ref={heading} id="output-title" tabIndex={-1}>
          <bdi dir="auto">{label}</bdi>
        </h2>
        {isDone && text !== '' && !isEditing && (
          <OutputTools
            form={form}
            text={text}
            view={view}
            onEdit={form.allowOutputEdit ? () => setEditing(true) : null}
            editButton={editButton}
          />
        )}
      </div>
      {isEditing ? (
        <div class="editor">
          <GrowingText aria-label={texts.say('editLabel')} value={text} rows={10} onText={run.edit} takesFocus />
          <div class="editor-actions">
            <button type="button" class="button button-strong" onClick={finish}>
              <Icon name="check" />
              {texts.say('editDone')}
            </button>
            <button
              type="button"
              class="button button-quiet"
              aria-disabled={run.edited === null}
              onClick={() => run.edit(null)}
            >
              {texts.say('editRevert')}
            </button>
          </div>
        </div>
      ) : text === '' ? (
        <p class="hint">{texts.say('emptyOutput')}</p>
      ) : (
        <OutputView text={text} isWriting={!isDone} view={view} />
      )}
      {run.edited !== null && !isEditing && (
        <p class="hint output-note">
          <span>{texts.say('edited')}</span>{' '}
          <button type="button" class="link" onClick={restore}>
            {texts.say('editRevert')}
          </button>
        </p>
      )}
    </section>
  );
}
