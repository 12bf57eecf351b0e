import { createStore, type StoreApi } from 'zustand/vanilla';
import { emptyDraft, isEmptyDraft, isRecord, readDraft, type Draft } from './draft.ts';
import { createFilesSlice } from './files-slice.ts';
import type { FormDependencies, FormState } from './form-state.ts';
import { createSubmitSlice, draftOf } from './submit-slice.ts';
import { createValuesSlice, isSame } from './values-slice.ts';
import { watchVisibility } from './watch-visibility.ts';

export interface FormStore extends StoreApi<FormState> {
  /** True if the page opened with earlier input. */
  readonly isRestored: boolean;
  close(): void;
  /** Closes it and deletes the draft. */
  discard(): void;
}

const draftKey = 'draft';
/** Milliseconds after the last keystroke before the draft is written. */
const draftPause = 250;

/**
 * The store of a form page; it starts with `start`, else with the stored draft, else with what was sent before, and
 * stores the draft until it is submitted.
 */
export function createFormStore(
  dependencies: FormDependencies,
  start: Draft | null = null,
  sent: Draft | null = null,
): FormStore {
  const { drafts, form } = dependencies;
  const kept = start ?? readDraft(drafts, draftKey, form, Date.now());
  const draft = kept ?? sent ?? emptyDraft();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** No draft is stored any more. */
  let isOver = false;
  const isOwn = (stored: unknown) => isRecord(stored) && stored['sessionId'] === draft.sessionId;
  const readOwn = () => {
    const stored = drafts.read(draftKey);
    return isOwn(stored) ? JSON.stringify(stored) : null;
  };
  /** The stored draft as this tab has read or written it. */
  let known = readOwn();
  /** What another tab has begun, or has added since, stays. */
  const remove = () => {
    if (known !== null && readOwn() === known) drafts.remove(draftKey);
  };

  const forgetting: FormDependencies = {
    ...dependencies,
    onSubmitted: (submission, sent) => {
      isOver = true;
      clearTimeout(timer);
      remove();
      dependencies.onSubmitted(submission, sent);
    },
  };
  const store = createStore<FormState>((set, get) => ({
    ...createValuesSlice(set, get, forgetting, draft),
    ...createFilesSlice(set, get, forgetting, draft),
    ...createSubmitSlice(set, get, forgetting, draft),
  }));

  const current = () => withoutGiven(store.getState());
  /** Input that is not written as long as it stays the same: another tab may have stored a newer one, or sent it. */
  let unchanged = start === null ? JSON.stringify(current()) : null;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const entered = current();
    if (isOver || JSON.stringify(entered) === unchanged) return;
    unchanged = null;
    if (isEmptyDraft(entered)) return remove();
    drafts.write(draftKey, entered);
    known = readOwn();
  };
  /** A stored draft of the same session has this tab's last change, or a newer one of another tab. */
  const leave = () => {
    if (timer !== undefined || readOwn() === null) save();
  };
  const stopHearing = drafts.onRemovedElsewhere(draftKey, (removed) => {
    if (isOwn(removed)) unchanged = JSON.stringify(current());
  });
  const stopSaving = store.subscribe((state, before) => {
    if (isSameInput(state, before)) return;
    clearTimeout(timer);
    timer = setTimeout(save, draftPause);
  });
  addEventListener('pagehide', leave);
  const stopWatching = watchVisibility(store, form);

  const close = () => {
    if (timer !== undefined) save();
    removeEventListener('pagehide', leave);
    stopSaving();
    stopHearing();
    stopWatching();
    store.getState().closeFiles();
  };

  return {
    ...store,
    isRestored: start === null && kept !== null && !isEmptyDraft(kept),
    close,
    discard: () => {
      isOver = true;
      if (readOwn() !== null) drafts.remove(draftKey);
      close();
    },
  };
}

/** A link or a host page with other values tomorrow must not find today's in the draft. */
function withoutGiven(state: FormState): Draft {
  const { message, inputs, urls, ...rest } = draftOf(state);
  const own = Object.entries(inputs).filter(([name, value]) => !isSame(value, state.given.inputs[name]));
  return {
    ...rest,
    message: message === state.given.message ? '' : message,
    inputs: Object.fromEntries(own),
    urls: urls.filter((url) => !state.given.urls.includes(url)),
  };
}

function isSameInput(state: FormState, before: FormState): boolean {
  return (
    state.message === before.message &&
    state.inputs === before.inputs &&
    state.urls === before.urls &&
    state.files === before.files
  );
}
