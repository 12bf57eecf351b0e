import type { ComponentProps } from 'preact';
import { DelayedInput } from './delayed-input.tsx';

interface SearchInputProps extends Pick<
  ComponentProps<typeof DelayedInput>,
  'id' | 'class' | 'value' | 'onValue' | 'aria-labelledby'
> {
  label: string;
  /** The label by default. */
  placeholder?: string;
}

/** The text that a list is searched for. */
export function SearchInput({ label, placeholder = label, ...rest }: SearchInputProps) {
  return <DelayedInput type="search" aria-label={label} placeholder={placeholder} maxLength={200} {...rest} />;
}
