import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { Field, TextInput } from './field.tsx';
import { uiTexts } from './texts.ts';

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  /** Rejects if the action failed; the dialog stays open with the reason. */
  onConfirm: () => Promise<unknown>;
  title: string;
  /** What else is deleted. */
  text: string;
  /** The verb on the button. */
  action: string;
  /** Must be typed to confirm an irreversible action. */
  word?: string;
  children?: ComponentChildren;
}

/** Asks before something is destroyed, and lists what else is deleted. */
export function Confirm({ open, onClose, onConfirm, title, text, action, word, children }: ConfirmProps) {
  const say = useTexts(uiTexts);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const close = () => {
    setTyped('');
    setError(null);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open={open} onClose={close} title={title} description={text}>
      {children}
      {word === undefined ? null : (
        <Field label={say('typeToConfirm', { word })}>
          {(field) => <TextInput {...field} value={typed} onValue={setTyped} autoComplete="off" />}
        </Field>
      )}
      <Failure error={error} />
      <DialogActions>
        <Button onClick={close}>{say('cancel')}</Button>
        <Button
          look="danger"
          busy={busy}
          disabled={word !== undefined && typed !== word}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
