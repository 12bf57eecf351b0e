import { useController } from 'react-hook-form';
import { useDraft } from './draft-context.ts';

export interface BoundField {
  readonly value: unknown;
  readonly error: string | undefined;
  readonly disabled: boolean;
  set(value: unknown): void;
  onBlur(): void;
}

/** Binds a control to a value of the surrounding form, by its path: `branding.primary_color`. */
export function useField(name: string): BoundField {
  const { field, fieldState } = useController({ name });
  const { readOnly } = useDraft();
  const value: unknown = field.value;
  return {
    value,
    error: fieldState.error?.message,
    disabled: readOnly,
    set: (next) => field.onChange(next),
    onBlur: () => field.onBlur(),
  };
}

/** A value as the text of a control. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
