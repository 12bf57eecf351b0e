import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FormProvider, useForm } from 'react-hook-form';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from '../ui/texts.ts';
import { useErrorText } from '../ui/error-text.ts';
import { useToaster } from '../ui/toaster.tsx';
import { applyChanges, changesOf, type Values } from './changes.ts';
import { DraftContext, type Rejected } from './draft-context.ts';
import { useDraftStore } from './draft-store.ts';
import { findControl, findLabel, focusControl, listOf } from './find-control.ts';
import { SaveBar } from './save-bar.tsx';
import { useFaultText } from './use-fault-text.ts';
import { useSaveKey } from './use-save-key.ts';

interface DraftFormProps {
  /** Key of the unsaved input in this tab, like `agents/agt_1`. */
  name: string;
  /** To whom the unsaved input belongs: to the workspace by default. */
  owner?: 'workspace' | 'person';
  saved: Values;
  /** Sends the changes as a merge patch, and returns the saved state. */
  save: (changes: Values) => Promise<Values>;
  /** The member has read access only. */
  readOnly?: boolean;
  children: ComponentChildren;
}

/**
 * The settings of an item. Unsaved input survives a reload, a lost session and a failed save; a save bar appears with
 * the first change. Only changes are sent, so that two people who change different fields don't overwrite each other.
 */
export function DraftForm({ name, owner = 'workspace', saved, save, readOnly = false, children }: DraftFormProps) {
  const say = useTexts(uiTexts);
  const explain = useErrorText();
  const faultText = useFaultText();
  const toaster = useToaster();
  const drafts = useDraftStore()[owner];
  const api = useApi();
  const [failure, setFailure] = useState<string>();
  const cause = useRef<unknown>(null);
  useEffect(
    () =>
      api.onRestored(() => {
        // The member has signed in again, or the server is back: the reason no longer applies.
        if (cause.current instanceof ApiError && [0, 401].includes(cause.current.status)) setFailure(undefined);
      }),
    [api],
  );
  const form = useForm<Record<string, unknown>>({ defaultValues: { ...saved }, mode: 'onTouched' });
  const savedNow = useRef(saved);
  /** By the name of the field. A change may be on another tab by the time the server refuses it. */
  const labels = useRef(new Map<string, string>());
  const [changes, setChanges] = useState<Values>();
  const [rejected, setRejected] = useState<Rejected>();

  // Before the next key: what is typed until then would be replaced by the stored input.
  useLayoutEffect(() => {
    const stored = drafts.read(name);
    if (stored !== undefined && !readOnly) {
      form.reset(applyChanges(saved, stored), { keepDefaultValues: true });
      setChanges(stored);
    }
    const { unsubscribe } = form.watch((values, { name: changed }) => {
      const label = changed === undefined ? undefined : findLabel(changed);
      if (changed !== undefined && label !== undefined) labels.current.set(changed, label);
      const now = changesOf(savedNow.current, { ...values });
      drafts.write(name, now);
      setChanges(now);
    });
    return unsubscribe;
    // Runs once for each item: later changes of the saved state are handled below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drafts, name]);

  const takeOver = (values: Values, kept: Values | undefined) => {
    savedNow.current = values;
    form.reset({ ...values });
    if (kept !== undefined) form.reset(applyChanges(values, kept), { keepDefaultValues: true });
    const left = kept === undefined ? undefined : changesOf(values, applyChanges(values, kept));
    drafts.write(name, left);
    setChanges(left);
  };
  useEffect(() => {
    // The saved state has changed, through this form or somebody else. Unsaved input is kept, as the form has it now:
    // `changes` lacks what was typed since this rendering.
    const isNew = changesOf(savedNow.current, saved) !== undefined;
    if (isNew) takeOver(saved, changesOf(savedNow.current, form.getValues()));
  });

  const send = form.handleSubmit(async (values) => {
    const sent = changesOf(savedNow.current, values);
    if (sent === undefined) return;
    setFailure(undefined);
    try {
      const result = await save(sent);
      setRejected(undefined);
      const typedMeanwhile = changesOf(values, form.getValues());
      takeOver(result, typedMeanwhile);
      toaster.done(say('saved'));
    } catch (error) {
      cause.current = error;
      const faults = error instanceof ApiError ? error.fields : [];
      for (const fault of faults) form.setError(fault.path, { type: 'server', message: faultText(fault) });
      setRejected({ values, faults: faults.map((fault) => ({ path: fault.path, text: faultText(fault) })) });
      // Fields of another tab aren't on the screen: the error is named in the bar.
      const hidden = faults.find(({ path }) => findControl(path) === null);
      const [first] = faults;
      if (first !== undefined) setTimeout(() => focusControl(first.path));
      const label = hidden && (labels.current.get(hidden.path) ?? labels.current.get(listOf(hidden.path)));
      const named = hidden === undefined ? '' : ` ${label ?? hidden.path}: ${faultText(hidden)}`;
      setFailure(faults.length > 0 ? say('notSaved', { count: faults.length }) + named : explain(error));
    }
  });
  const submit = () => {
    // Errors of the server refer to the previous input; if they were kept, they would block every retry.
    form.clearErrors();
    void send();
  };
  useSaveKey(submit);
  const context = useMemo(() => ({ changes, rejected, readOnly }), [changes, rejected, readOnly]);
  return (
    <FormProvider {...form}>
      <DraftContext.Provider value={context}>
        <form
          class="draft"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {children}
          {changes === undefined ? null : (
            <SaveBar
              failure={failure}
              busy={form.formState.isSubmitting}
              onDiscard={() => {
                setFailure(undefined);
                setRejected(undefined);
                takeOver(savedNow.current, undefined);
              }}
            />
          )}
        </form>
      </DraftContext.Provider>
    </FormProvider>
  );
}
