import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { FormProvider } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from '../ui/texts.ts';
import { useErrorText } from '../ui/error-text.ts';
import { useToaster } from '../ui/toaster.tsx';
import { useUntilRestored } from '../ui/use-until-restored.ts';
import type { Values } from './changes.ts';
import { DraftContext, type Rejected } from './draft-context.ts';
import { useDraftStore } from './draft-store.ts';
import { findControl, findHeading, focusControl, listOf } from './find-control.ts';
import { SaveBar } from './save-bar.tsx';
import { useFaultText } from './use-fault-text.ts';
import { useSaveKey } from './use-save-key.ts';
import { useUnsaved } from './use-unsaved.ts';

interface DraftFormProps {
  /** Key of the unsaved input in this tab, like `agents/agt_1`. */
  name: string;
  /** To whom the unsaved input belongs: to the workspace by default. */
  owner?: 'workspace' | 'person';
  saved: Values;
  /** Sends the changes as a merge patch, and returns the saved state. */
  save: (changes: Values) => Promise<Values>;
  /**
   * Reads the saved state again, before every save: what two people have changed is merged, and what both have changed
   * is only replaced by a second press. Without it, the page itself warns.
   */
  read?: (() => Promise<Values>) | undefined;
  /**
   * Members whose parts belong together, like the nodes of a workflow and its connections, with their names for people.
   * What two people have changed in one of them is not merged.
   */
  units?: Readonly<Record<string, string>>;
  /** The name for people of a path whose control has no label of its own, such as one in a schema. */
  nameOf?: (path: string) => string | undefined;
  /** The member has read access only. */
  readOnly?: boolean;
  children: ComponentChildren;
}

const noUnits = {};
const noName = () => undefined;

/**
 * The settings of an item. Unsaved input survives a reload, a lost session and a failed save; a save bar appears with
 * the first change. Only changes are sent, so that two people who change different fields don't overwrite each other.
 */
export function DraftForm({
  name,
  owner = 'workspace',
  saved,
  save,
  read,
  units = noUnits,
  nameOf = noName,
  readOnly = false,
  children,
}: DraftFormProps) {
  const say = useTexts(uiTexts);
  const explain = useErrorText();
  const faultText = useFaultText();
  const toaster = useToaster();
  const drafts = useDraftStore()[owner];
  const [failure, setFailure] = useState<{ cause: unknown; text: string }>();
  const isOver = useUntilRestored(failure?.cause) === null;
  const lastFocused = useRef<HTMLElement | null>(null);
  const unsaved = useUnsaved({ drafts, name, saved, units: Object.keys(units), readOnly });
  const { form, changes, conflicts, labelOf } = unsaved;
  const [rejected, setRejected] = useState<Rejected>();
  const [isSaving, setSaving] = useState(false);
  /** Somebody has pressed ⌘S during a save: what was typed in the meantime is saved next. */
  const savesNext = useRef(false);

  const send = form.handleSubmit(async () => {
    if (unsaved.changesNow() === undefined) return;
    setFailure(undefined);
    setSaving(true);
    let values: Values = {};
    try {
      // Somebody else may have saved something since this page has read it.
      if (read !== undefined && unsaved.absorb(await read()).length > 0) return;
      values = { ...form.getValues() };
      const sent = unsaved.changesNow();
      if (sent !== undefined) await unsaved.sendBy(async () => save(sent));
      setRejected(undefined);
      toaster.done(say('saved'));
      if (savesNext.current) setTimeout(() => submit());
    } catch (error) {
      const faults = error instanceof ApiError ? error.fields : [];
      const refused = faults.map((fault) => ({ path: fault.path, text: faultText(fault, form.getValues(fault.path)) }));
      for (const { path, text } of refused) form.setError(path, { type: 'server', message: text });
      setRejected({ values, faults: refused });
      // Fields of another tab aren't on the screen: the error is named in the bar.
      const hidden = faults.find(({ path }) => findControl(path) === null);
      const [first] = faults;
      if (first !== undefined) setTimeout(() => focusControl(first.path));
      const label = hidden && (labelOf(hidden.path) ?? labelOf(listOf(hidden.path)));
      const named = hidden === undefined ? '' : ` ${label ?? hidden.path}: ${faultText(hidden)}`;
      const text = faults.length > 0 ? say('notSaved', { count: faults.length }) + named : explain(error);
      setFailure({ cause: error, text });
    } finally {
      setSaving(false);
      savesNext.current = false;
    }
  });
  const submit = () => {
    savesNext.current = isSaving;
    if (isSaving) return;
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
          onFocusIn={({ target }) => {
            if (target instanceof HTMLElement && target.closest('.save-bar') === null) lastFocused.current = target;
          }}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {children}
          {changes === undefined ? null : (
            <SaveBar
              failure={isOver ? undefined : failure?.text}
              conflicts={(read === undefined ? [] : conflicts).map(
                ({ path, item }) => item ?? units[path] ?? nameOf(path) ?? labelOf(path) ?? findHeading(path) ?? path,
              )}
              busy={isSaving}
              onDiscard={() => {
                setFailure(undefined);
                setRejected(undefined);
                unsaved.discard();
              }}
              onFocusLost={() => lastFocused.current?.focus({ preventScroll: true })}
            />
          )}
        </form>
      </DraftContext.Provider>
    </FormProvider>
  );
}
