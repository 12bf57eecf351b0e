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
import { applyChanges, changesOf } from './changes.ts';
import { useDrafts } from './draft-store.ts';
import { findControl, focusControl } from './find-control.ts';
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
  /** The dialog changes a saved item. */
  isChange?: boolean;
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
 * A dialog that creates something. It is mounted when it opens. Its input survives a reload, `Esc` and a lost session,
 * until the dialog is cancelled or its action has succeeded. One that changes a saved item loses it when it closes.
 */
export function DialogForm<Input extends Record<string, unknown>>(props: DialogFormProps<Input>) {
  const {
    onClose,
    title,
    description,
    action,
    defaults,
    wide = false,
    isChange = false,
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
  const { savedNow, merge, conflicts } = useMergeBeforeSave(form, defaults, props.read, props.nameOf);
  const warning = useConflictText(conflicts);
  const drafts = useDrafts();
  // The same dialog on another page is another form, such as a new text for another knowledge base.
  const [draft] = useState(`${location.pathname}#${title}`);
  // Before the first key: what is typed until then would be replaced by the stored input.
  useLayoutEffect(() => {
    if (isChange) return;
    const stored = drafts.read(draft);
    if (stored !== undefined) form.reset(applyChanges(defaults, stored), { keepDefaultValues: true });
    // Runs once, with the defaults that the dialog opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drafts, draft]);
  const { defaultValues } = form.formState;
  useLayoutEffect(() => {
    if (isChange) return undefined;
    const write = () => drafts.write(draft, changesOf({ ...defaults, ...defaultValues }, form.getValues()));
    // Its value was written when a default became known.
    write();
    return form.watch(write).unsubscribe;
    // Members of `defaults` that the form doesn't have don't change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drafts, draft, defaultValues]);
  const cancel = () => {
    drafts.write(draft, undefined);
    onClose();
  };
  const send = form.handleSubmit(async () => {
    setFault(undefined);
    setFailure(undefined);
    setBusy(true);
    try {
      if (!(await merge())) return;
      await onSubmit({ ...defaults, ...form.getValues() }, savedNow());
      drafts.write(draft, undefined);
    } catch (error) {
      // The page was left.
      if (!isShown()) return toaster.failed(`${action}: ${explain(error)}`);
      const faults = error instanceof ApiError ? error.fields : [];
      const fields = element.current ?? document;
      const placed = faults.filter(({ path }) => findControl(path, fields) !== null);
      for (const fault of placed) form.setError(fault.path, { type: 'server', message: faultText(fault) });
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
