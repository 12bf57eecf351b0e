import type { ComponentChildren } from 'preact';
import { useTexts } from '../text/use-texts.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { useStayHere } from './stay-here.ts';
import { uiTexts } from './texts.ts';

interface SecretDialogProps {
  title: string;
  /** Open while there is one. */
  secret: string | undefined;
  onClose: () => void;
  /** What to do with it, and the button that says that it is done; by default, it is to be kept secret. */
  help?: string;
  action?: string;
  /** Below it: what it is for. */
  children?: ComponentChildren;
}

/** Shows values that are shown only once: a key, a secret, a link. Only its button closes it, and not `Esc` or going back. */
export function SecretDialog({ title, secret, onClose, help, action, children }: SecretDialogProps) {
  const say = useTexts(uiTexts);
  useStayHere(secret !== undefined);
  return (
    <Dialog open={secret !== undefined} title={title} description={help ?? say('shownOnce')}>
      <div class="list-row">
        <code class="code-box" dir="ltr">
          {secret}
        </code>
        <CopyButton text={secret ?? ''} iconOnly />
      </div>
      {children}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {action ?? say('keptIt')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
