/** The states that undo and redo return to. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** Identifies the last change; further changes with the same key are undone together with it. */
  readonly key: string | undefined;
}

/** More are forgotten, the oldest first. States share what they have in common, so they need little memory. */
const maxSteps = 200;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [], key: undefined };
}

/** Adds a state. Changes with the same key, like the letters typed in one field, are a single step. */
export function record<State>(history: History<State>, next: State, key?: string): History<State> {
  if (next === history.present) return history;
  const isSameStep = key !== undefined && key === history.key;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present: next, future: [], key };
}

/** Ends a step: the next change is undone separately. */
export function endStep<State>(history: History<State>): History<State> {
  return history.key === undefined ? history : { ...history, key: undefined };
}

/** Changes all states alike, as a change does that is not one of the steps. */
export function rewrite<State>(history: History<State>, edit: (state: State) => State): History<State> {
  const { past, present, future, key } = history;
  return { past: past.map(edit), present: edit(present), future: future.map(edit), key };
}

export function undo<State>(history: History<State>): History<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    key: undefined,
  };
}

export function redo<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, key: undefined };
}
