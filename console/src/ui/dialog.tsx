import { isComposing } from '@portico/browser-kit/is-composing';
import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { IconButton } from './button.tsx';
import { showControl } from './show-control.ts';
import { uiTexts } from './texts.ts';

interface DialogProps {
  open: boolean;
  /** Without it, the dialog can't be closed: it closes itself once it is answered. */
  onClose?: () => void;
  title: string;
  description?: string;
  /** A panel at the side shows one row of a list. */
  side?: boolean;
  /** Wider, for a form with more than a few fields. */
  wide?: boolean;
  /** A click beside it doesn't close it: what it contains would be lost. */
  keepsOpen?: boolean;
  children: ComponentChildren;
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  side = false,
  wide = false,
  keepsOpen = false,
  children,
}: DialogProps) {
  const say = useTexts(uiTexts);
  const returnFocus = useOpener(open);
  const kind = side ? 'panel' : wide ? 'dialog dialog-wide' : 'dialog';
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className={side ? 'overlay overlay-light' : 'overlay'} />
        <Radix.Content
          className={kind}
          data-must-answer={onClose === undefined}
          onOpenAutoFocus={(event: Event) => {
            const fault = event.target instanceof Element && event.target.querySelector('[aria-invalid="true"]');
            const first = event.target instanceof Element && event.target.querySelector('[autofocus]');
            if (!(fault instanceof HTMLElement)) {
              if (!(first instanceof HTMLElement)) return;
              event.preventDefault();
              first.focus();
              return;
            }
            // It opens for what is wrong, which may be behind "More".
            event.preventDefault();
            showControl(fault);
          }}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event: KeyboardEvent) => {
            if (isComposing(event)) event.preventDefault();
          }}
          onPointerDownOutside={(event: Event) => {
            if (keepsOpen) event.preventDefault();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <Radix.Title className="dialog-title">
            <bdi>{title}</bdi>
          </Radix.Title>
          {description === undefined ? null : (
            <Radix.Description className="dialog-text">{description}</Radix.Description>
          )}
          {children}
          {/* Last, so that the first field gets the focus. */}
          {onClose === undefined ? null : (
            <Radix.Close asChild>
              <IconButton class="dialog-close" label={say('close')} icon={X} />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type FindOpener = () => HTMLElement | null;

/** Finds the opener of the dialog that was opened last, until it gets the focus. */
let findLast: FindOpener | undefined;

/**
 * Returns a function that returns the focus to the element that had it when the dialog opened. With Preact, Radix reads
 * that element too late: the first field already has the focus. If it has gone, as with a deleted row, the focus is at
 * what has taken its place; with another dialog, such as the one that a secret follows, at the opener of that one.
 */
function useOpener(open: boolean): (event: Event) => void {
  const findOpener = useRef<FindOpener>(() => null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) findOpener.current = rememberOpener(document.activeElement);
  wasOpen.current = open;
  const forget = () => {
    // Unless the next dialog has already taken it over.
    if (findLast === findOpener.current) findLast = undefined;
  };
  // One that is removed before it has the focus never returns it.
  useLayoutEffect(() => () => void setTimeout(forget), []);
  return (event) => {
    const found = findOpener.current();
    forget();
    if (found === null) return;
    event.preventDefault();
    found.focus();
  };
}

function rememberOpener(focused: Element | null): FindOpener {
  findLast = toFindOpener(focused);
  return findLast;
}

function toFindOpener(focused: Element | null): FindOpener {
  if (!(focused instanceof HTMLElement)) return () => null;
  const find = rememberPlace(lastingOf(focused));
  const isInDialog = focused === document.body || focused.closest('[role="dialog"]') !== null;
  const before = isInDialog ? findLast : undefined;
  if (before === undefined) return find;
  return () => (focused !== document.body && focused.isConnected ? focused : before());
}

/** Finds the element again; or else the row that follows its own, or the title of the page. */
function rememberPlace(element: HTMLElement): FindOpener {
  const page = location.pathname;
  // Before the first key or click, the address has opened it. Older browsers don't say.
  const isOfAddress = !(navigator.userActivation?.hasBeenActive ?? true);
  const row = element.closest('tr, li');
  const list = row?.parentElement;
  const at = row === null ? -1 : [...(list?.children ?? [])].indexOf(row);
  return () => {
    // If nothing had the focus before, nothing gets it, unless the dialog came with the page or has led to another one.
    const isSame = element !== document.body || (location.pathname === page && !isOfAddress);
    if (element.isConnected && isSame) return element;
    const next = list?.isConnected === true ? (list.children[at] ?? list.lastElementChild) : null;
    const title = document.querySelector<HTMLElement>('main h1');
    return next?.querySelector<HTMLElement>('a[href], button') ?? title;
  };
}

/** A menu's item is gone when the dialog closes: the button that opened the menu is still there. */
function lastingOf(element: HTMLElement): HTMLElement {
  const trigger = element.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '';
  return document.getElementById(trigger) ?? element;
}

/** The row of buttons at the end of a dialog; the main one last. */
export function DialogActions({ children }: { children: ComponentChildren }) {
  return <div class="dialog-actions">{children}</div>;
}
