import type { ButtonHTMLAttributes } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface Props extends Omit<ButtonHTMLAttributes, 'label' | 'icon' | 'class'> {
  class?: string;
  icon: IconName;
  label: string;
}

/** An icon button, with its name for screen readers and as a tooltip. */
export function IconButton({ icon, label, class: className = '', ...rest }: Props) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} class={`ib ${className}`}>
      <Icon name={icon} />
    </button>
  );
}
