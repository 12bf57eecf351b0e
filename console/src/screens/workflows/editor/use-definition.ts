import { useReducer, useRef } from 'preact/hooks';
import { isValues } from '../../../form/changes.ts';
import { changesOf } from '../../../form/changes.ts';
import { useDraft } from '../../../form/draft-context.ts';
import { useField } from '../../../form/use-field.ts';
import { emptyDraft, readDefinition, type Draft } from '../graph/draft.ts';
import { endStep, record, redo, rewrite, startHistory, undo, type History } from '../graph/history.ts';

export interface EditedDefinition {
  readonly draft: Draft;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  change(edit: (draft: Draft) => Draft, key?: string): void;
  /** Changes the definition and all that undo and redo return to, along with a change that they don't cover. */
  changeAll(edit: (draft: Draft) => Draft): void;
  endStep(): void;
  undo(): void;
  redo(): void;
}

/**
 * The definition in the surrounding form, with the steps to undo. It keeps the objects of what was not changed.
 * `ownSave` is what this page saved last: the server may have filled in defaults.
 */
export function useDefinition(ownSave: unknown): EditedDefinition {
  const field = useField('definition');
  const isSaved = useDraft().changes?.['definition'] === undefined;
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const history = useRef<History<Draft> | null>(null);
  const seen = useRef<unknown>(undefined);
  /** The saved definition that the steps began with, or that they led to. */
  const base = useRef<Draft | null>(null);
  if (history.current === null || field.value !== seen.current) {
    // The form copies its values. Only another value comes from outside: the input was discarded, restored from this
    // tab, or somebody else has saved.
    const value = readForm(field.value);
    if (history.current === null) history.current = startHistory(value);
    else if (!isSame(value, history.current.present)) {
      // Earlier steps would take back what somebody else has saved.
      const own = [base.current, ownSave === undefined ? null : readForm(ownSave)];
      const isOwn = own.some((each) => each !== null && isSame(value, each));
      history.current = isSaved && !isOwn ? startHistory(value) : record(history.current, value);
    }
    seen.current = field.value;
  }
  if (isSaved) base.current = history.current.present;
  const now = history.current;
  const move = (next: History<Draft>) => {
    const isChanged = next.present !== history.current?.present;
    history.current = next;
    if (isChanged) field.set(next.present);
    rerender(null);
  };
  return {
    draft: now.present,
    canUndo: now.past.length > 0,
    canRedo: now.future.length > 0,
    change: (edit, key) => {
      const before = history.current ?? now;
      move(record(before, edit(before.present), key));
    },
    changeAll: (edit) => {
      base.current &&= edit(base.current);
      move(rewrite(history.current ?? now, edit));
    },
    endStep: () => void (history.current = endStep(history.current ?? now)),
    undo: () => move(undo(history.current ?? now)),
    redo: () => move(redo(history.current ?? now)),
  };
}

function readForm(value: unknown): Draft {
  const draft = readDefinition(value) ?? emptyDraft;
  // In unsaved changes, null means that an output was removed.
  const outputs = Object.entries(draft.outputs).filter(([, template]) => template !== null);
  return { ...draft, outputs: Object.fromEntries(outputs) };
}

function isSame(a: Draft, b: Draft): boolean {
  return isValues(a) && isValues(b) && changesOf({ draft: a }, { draft: b }) === undefined;
}
