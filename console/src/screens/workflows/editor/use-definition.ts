import { useReducer, useRef } from 'preact/hooks';
import { isValues } from '../../../form/changes.ts';
import { changesOf } from '../../../form/changes.ts';
import { useField } from '../../../form/use-field.ts';
import { emptyDraft, readDefinition, type Draft } from '../graph/draft.ts';
import { endStep, record, redo, startHistory, undo, type History } from '../graph/history.ts';

export interface EditedDefinition {
  readonly draft: Draft;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  change(edit: (draft: Draft) => Draft, key?: string): void;
  endStep(): void;
  undo(): void;
  redo(): void;
}

/** The definition in the surrounding form, with the steps to undo. It keeps the objects of what was not changed. */
export function useDefinition(): EditedDefinition {
  const field = useField('definition');
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const history = useRef<History<Draft> | null>(null);
  const seen = useRef<unknown>(undefined);
  if (history.current === null || field.value !== seen.current) {
    // The form copies its values. Only another value comes from outside: the input was discarded, restored from this
    // tab, or somebody else has saved.
    const value = readForm(field.value);
    if (history.current === null) history.current = startHistory(value);
    else if (!isSame(value, history.current.present)) history.current = record(history.current, value);
    seen.current = field.value;
  }
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
