import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { uiTexts } from '../ui/texts.ts';
import { useFaultText } from './use-fault-text.ts';

interface DialogFormProps<Input extends Record<string, unknown>> {
  onClose: () => void;
  title: string;
  description?: string;
  /** The verb on the button. */
  action: string;
  defaults: Input;
  wide?: boolean;
  /** Rejects if the server rejects the input; the dialog stays open, with errors at its fields. */
  onSubmit: (values: Input) => Promise<unknown>;
  children: ComponentChildren;
}

/** A dialog that creates something. It is mounted when it opens, and loses its input when it closes. */
export function DialogForm<Input extends Record<string, unknown>>(props: DialogFormProps<Input>) {
  const { onClose, title, description, action, defaults, wide = false, onSubmit, children } = props;
  const say = useTexts(uiTexts);
  const explain = useErrorText();
  const faultText = useFaultText();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Record<string, unknown>>({ defaultValues: defaults });
  const send = form.handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await onSubmit({ ...defaults, ...values });
    } catch (error) {
      const faults = error instanceof ApiError ? error.fields : [];
      const placed = faults.filter(({ path }) => (path.split('.')[0] ?? '') in defaults);
      for (const fault of placed) form.setError(fault.path, { type: 'server', message: faultText(fault) });
      setFailure(placed.length > 0 ? undefined : explain(error));
    }
  });
  const submit = () => {
    // Errors of the server refer to the previous input; if they were kept, they would block every retry.
    form.clearErrors();
    void send();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      wide={wide}
      keepsOpen={form.formState.isDirty}
      {...(description === undefined ? {} : { description })}
    >
      <FormProvider {...form}>
        <form
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {children}
          {failure === undefined ? null : (
            <p class="fault" role="alert">
              {failure}
            </p>
          )}
          <DialogActions>
            <Button onClick={onClose}>{say('cancel')}</Button>
            <Button type="submit" look="primary" busy={form.formState.isSubmitting}>
              {action}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  );
}
