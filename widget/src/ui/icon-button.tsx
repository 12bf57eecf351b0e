import type { ButtonHTMLAttributes } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface Props extends Omit<ButtonHTMLAttributes, 'label' | 'icon' | 'class'> {
  class?: string;
  icon: IconName;
  label: string;
}

/** A button that is a picture, with its name for everyone who doesn't see it and as a tooltip. */
export function IconButton({ icon, label, class: className = '', ...rest }: Props) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} class={`ib ${className}`}>
      <Icon name={icon} />
    </button>
  );
}
