import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { Failure } from '../ui/failure.tsx';
import { uiTexts } from '../ui/texts.ts';
import { useToaster } from '../ui/toaster.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import { applyChanges, changesOf, type Values } from './changes.ts';
import { beginningOf, useDrafts } from './draft-store.ts';
import { findControl, focusControl } from './find-control.ts';
import { mergeEdits } from './merge-edits.ts';
import { useConflictText } from './use-conflict-text.ts';
import { useFaultText } from './use-fault-text.ts';
import { useMergeBeforeSave } from './use-merge-before-save.ts';

interface DialogFormProps<Input extends Record<string, unknown>> {
  onClose: () => void;
  title: string;
  description?: string;
  /** The verb on the button. */
  action: string;
  defaults: Input;
  wide?: boolean;
  /** The id of the saved item that the dialog changes. */
  item?: string | undefined;
  /** Somebody has deleted the saved item: the dialog says so, and keeps what was typed. */
  isGone?: boolean;
  /**
   * Reads a saved item again, as `defaults` has it, before it is changed: what two people have changed is merged, and
   * what both have changed is only replaced by a second press.
   */
  read?: (() => Promise<Input>) | undefined;
  /** The name for people of a path that has no field now. */
  nameOf?: (path: string) => string | undefined;
  /**
   * Gets the input, and what is saved: what was read last. Rejects if the server rejects the input; the dialog stays
   * open, with errors at its fields.
   */
  onSubmit: (values: Input, saved: Input) => Promise<unknown>;
  children: ComponentChildren;
}

/**
 * A dialog that creates something, or changes a saved item. It is mounted when it opens. Its input survives a reload,
 * `Esc` and a lost session, until the dialog is cancelled or its action has succeeded.
 */
export function DialogForm<Input extends Record<string, unknown>>(props: DialogFormProps<Input>) {
  const {
    onClose,
    title,
    description,
    action,
    defaults,
    wide = false,
    item,
    isGone = false,
    onSubmit,
    children,
  } = props;
  const say = useTexts(uiTexts);
  const explain = useErrorText();
  const faultText = useFaultText();
  /** What is wrong with a part of the input that has no field. */
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  // `isSubmitting` ends when other values are taken over.
  const [busy, setBusy] = useState(false);
  const toaster = useToaster();
  const isShown = useIsShown();
  const form = useForm<Record<string, unknown>>({ defaultValues: defaults });
  const element = useRef<HTMLFormElement>(null);
  const drafts = useDrafts();
  // The same dialog on another page is another form, such as a new text for another knowledge base.
  const [draft] = useState(`${location.pathname}#${item ?? title}`);
  // What the stored input began with: somebody else may have changed the item since then.
  const [begun] = useState({ ...defaults, ...(item === undefined ? undefined : drafts.read(beginningOf(draft))) });
  const { savedNow, merge, conflicts } = useMergeBeforeSave(form, begun, props.read, props.nameOf);
  const warning = useConflictText(conflicts);
  const store = (changes: Values | undefined) => {
    drafts.write(draft, changes);
    if (item !== undefined) drafts.write(beginningOf(draft), changes && begun);
  };
  // Before the first key: what is typed until then would be replaced by the stored input.
  useLayoutEffect(() => {
    const stored = drafts.read(draft);
    const merged = stored && mergeEdits(begun, applyChanges(begun, stored), defaults);
    if (merged !== undefined) form.reset({ ...merged.values }, { keepDefaultValues: true });
    // Runs once, with the defaults that the dialog opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drafts, draft]);
  const { defaultValues } = form.formState;
  useLayoutEffect(() => {
    const write = () => store(changesOf({ ...defaults, ...defaultValues }, form.getValues()));
    // Its value was written when a default became known.
    write();
    return form.watch(write).unsubscribe;
    // Members of `defaults` that the form doesn't have don't change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drafts, draft, defaultValues]);
  const cancel = () => {
    store(undefined);
    onClose();
  };
  const send = form.handleSubmit(async () => {
    setFault(undefined);
    setFailure(undefined);
    setBusy(true);
    try {
      if (!(await merge())) return;
      await onSubmit({ ...defaults, ...form.getValues() }, savedNow());
      store(undefined);
    } catch (error) {
      // The page was left.
      if (!isShown()) return toaster.failed(`${action}: ${explain(error)}`);
      const faults = error instanceof ApiError ? error.fields : [];
      const fields = element.current ?? document;
      const placed = faults.filter(({ path }) => findControl(path, fields) !== null);
      for (const fault of placed) {
        form.setError(fault.path, { type: 'server', message: faultText(fault, form.getValues(fault.path)) });
      }
      const [first] = placed;
      const other = faults.find((fault) => !placed.includes(fault));
      if (first === undefined) setFailure(error);
      else {
        setTimeout(() => focusControl(first.path, fields));
        // The dialog has no field for it, but it stops the action.
        if (other !== undefined) setFault(`${other.path}: ${faultText(other)}`);
      }
    } finally {
      setBusy(false);
    }
  });
  const urgent = fault ?? warning?.text ?? (isGone ? say('notFound') : undefined);
  const submit = () => {
    // Errors of the server refer to the previous input; if they were kept, they would block every retry.
    form.clearErrors();
    void send();
  };
  return (
    <Dialog
      open
      // It stays until the outcome is known: it may show a secret that is shown only once, or lead to what was created.
      onClose={() => busy || onClose()}
      title={title}
      wide={wide}
      keepsOpen={form.formState.isDirty}
      {...(description === undefined ? {} : { description })}
    >
      <FormProvider {...form}>
        <form
          ref={element}
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {children}
          <Failure error={failure} />
          {urgent === undefined ? null : (
            <p class="fault" role="alert">
              {urgent}
            </p>
          )}
          <DialogActions>
            {props.read !== undefined && form.formState.isDirty ? (
              <span class="save-bar-text">{say('unsaved')}</span>
            ) : null}
            <Button onClick={cancel} disabled={busy}>
              {say('cancel')}
            </Button>
            <Button type="submit" look="primary" busy={busy}>
              {warning === undefined ? action : warning.action}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  );
}
