import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { useRef, useState } from 'preact/hooks';
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
  const [isEditing, setEditing] = useState(false);
  const isDone = run.status === 'completed' || run.status === 'failed';
  const text = run.edited ?? run.output;
  const label = form.outputLabel ?? texts.say('result');
  return (
    <section class="output" aria-labelledby="output-title" aria-busy={!isDone}>
      <div class="output-head">
        <h2 id="output-title">
          <bdi dir="auto">{label}</bdi>
        </h2>
        {isDone && text !== '' && !isEditing && (
          <OutputTools
            form={form}
            text={text}
            view={view}
            onEdit={form.allowOutputEdit ? () => setEditing(true) : null}
          />
        )}
      </div>
      {isEditing ? (
        <div class="editor">
          <GrowingText aria-label={texts.say('editLabel')} value={text} rows={10} onText={run.edit} takesFocus />
          <div class="editor-actions">
            <button type="button" class="button button-strong" onClick={() => setEditing(false)}>
              <Icon name="check" />
              {texts.say('editDone')}
            </button>
            <button
              type="button"
              class="button button-quiet"
              disabled={run.edited === null}
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
          <button type="button" class="link" onClick={() => run.edit(null)}>
            {texts.say('editRevert')}
          </button>
        </p>
      )}
    </section>
  );
}
