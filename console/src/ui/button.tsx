import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ComponentChildren, RefObject } from 'preact';
import { forwardRef } from 'preact/compat';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Shared {
  look?: Look;
  icon?: LucideIcon;
  children?: ComponentChildren;
}

export interface ButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'class' | 'type' | 'disabled'>, Shared {
  /** An action of this button is in progress; it can't be pressed again. */
  busy?: boolean;
  disabled?: boolean;
  type?: 'button' | 'submit';
  class?: string;
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look = 'secondary', icon, busy = false, disabled = false, type = 'button', children, class: extra, ...rest },
  ref,
) {
  const own = useRef<HTMLButtonElement>(null);
  useFocusAgain(own, busy);
  const attach = useCallback(
    (element: HTMLButtonElement | null) => {
      own.current = element;
      if (typeof ref === 'function') ref(element);
      else if (ref !== null) ref.current = element;
    },
    [ref],
  );
  return (
    <button
      {...rest}
      ref={attach}
      type={type}
      class={`button button-${look} ${extra ?? ''}`}
      disabled={disabled || busy}
      aria-busy={busy}
    >
      <Inside icon={icon}>{children}</Inside>
    </button>
  );
});

/**
 * Browsers drop the focus with a button that is disabled, and who works with the keyboard would begin again at the top of
 * the page. A pointer's press leaves nothing to return to, and must not open a phone's keyboard.
 */
function useFocusAgain(button: RefObject<HTMLButtonElement | null>, busy: boolean): void {
  const hadFocus = useRef(false);
  // While it isn't disabled yet.
  if (busy) hadFocus.current ||= button.current?.matches(':focus-visible') === true;
  useLayoutEffect(() => {
    if (busy) return;
    if (hadFocus.current && isNowhere()) button.current?.focus();
    hadFocus.current = false;
  }, [button, busy]);
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** A link that looks like a button. */
export function LinkButton({ href, look = 'secondary', icon, children }: Shared & { href: string }) {
  return (
    <Link href={href} className={`button button-${look}`}>
      <span class="button-inside">
        <Inside icon={icon}>{children}</Inside>
      </span>
    </Link>
  );
}

/** An icon button; its name is read out and shown as a tooltip. */
export const IconButton = forwardRef<
  HTMLButtonElement,
  Omit<ButtonProps, 'children' | 'icon'> & { label: string; icon: LucideIcon }
>(function IconButton({ label, look = 'quiet', class: extra, ...rest }, ref) {
  return (
    <Button {...rest} ref={ref} look={look} class={`button-icon ${extra ?? ''}`} aria-label={label} title={label} />
  );
});

function Inside({ icon: Icon, children }: { icon?: LucideIcon | undefined; children?: ComponentChildren }) {
  return (
    <>
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {children}
    </>
  );
}
