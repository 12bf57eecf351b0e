import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { useErrorText } from './error-text.ts';
import { Failure } from './failure.tsx';
import { Field, TextInput } from './field.tsx';
import { uiTexts } from './texts.ts';
import { useToaster } from './toaster.tsx';
import { findUsers, UsedBy } from './used-by.tsx';

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  /** Rejects if the action failed; the dialog stays open with the reason. If it was closed, a message has the reason. */
  onConfirm: () => Promise<unknown>;
  title: string;
  /** What else is deleted. */
  text: string;
  /** The verb on the button. */
  action: string;
  /** Must be typed to confirm an irreversible action. */
  word?: string;
  /** The caller itself reports a failure after the dialog was closed. */
  reportsLate?: boolean;
  children?: ComponentChildren;
}

/** Asks before something is destroyed, and lists what else is deleted. */
export function Confirm(props: ConfirmProps) {
  const { open, onClose, onConfirm, title, text, action, word, reportsLate = false, children } = props;
  const say = useTexts(uiTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // Counts the questions: the same dialog may ask about another item before the first action has ended.
  const question = useRef(0);
  useLayoutEffect(
    () => () => {
      question.current += 1;
    },
    [],
  );

  const close = () => {
    question.current += 1;
    setTyped('');
    setError(null);
    setBusy(false);
    onClose();
  };
  const confirm = async () => {
    const asked = question.current;
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      if (question.current === asked) close();
    } catch (failure) {
      if (question.current !== asked) {
        if (!reportsLate) toaster.failed(`${action}: ${explain(failure)}`);
        return;
      }
      setError(failure);
      setBusy(false);
    }
  };

  const users = findUsers(error);
  return (
    <Dialog open={open} onClose={close} title={title} description={text}>
      {children}
      {word === undefined || users !== undefined ? null : (
        <Field label={say('typeToConfirm', { word })}>
          {(field) => <TextInput {...field} value={typed} onValue={setTyped} autoComplete="off" />}
        </Field>
      )}
      {users === undefined ? <Failure error={error} /> : <UsedBy users={users} />}
      <DialogActions>
        <Button onClick={close}>{say(users === undefined ? 'cancel' : 'close')}</Button>
        {users === undefined ? (
          <Button
            look="danger"
            busy={busy}
            disabled={word !== undefined && typed !== word}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
