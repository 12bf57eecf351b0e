import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useTexts } from '../text/use-texts.ts';
import { IconButton } from './button.tsx';
import { uiTexts } from './texts.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** A panel at the side shows one row of a list. */
  side?: boolean;
  /** Wider, for a form with more than a few fields. */
  wide?: boolean;
  children: ComponentChildren;
}

export function Dialog({ open, onClose, title, description, side = false, wide = false, children }: DialogProps) {
  const say = useTexts(uiTexts);
  const kind = side ? 'panel' : wide ? 'dialog dialog-wide' : 'dialog';
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={side ? 'overlay overlay-light' : 'overlay'} />
        <Radix.Content className={kind} {...(description === undefined ? { 'aria-describedby': undefined } : {})}>
          <Radix.Title className="dialog-title">{title}</Radix.Title>
          {description === undefined ? null : (
            <Radix.Description className="dialog-text">{description}</Radix.Description>
          )}
          {children}
          {/* Last, so that the first field gets the focus. */}
          <Radix.Close asChild>
            <IconButton class="dialog-close" label={say('close')} icon={X} />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of buttons at the end of a dialog; the main one last. */
export function DialogActions({ children }: { children: ComponentChildren }) {
  return <div class="dialog-actions">{children}</div>;
}
