import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { forwardRef } from 'preact/compat';
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
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      class={`button button-${look} ${extra ?? ''}`}
      disabled={disabled || busy}
      aria-busy={busy}
    >
      <Inside icon={icon}>{children}</Inside>
    </button>
  );
});

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
