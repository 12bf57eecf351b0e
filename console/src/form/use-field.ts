import { useController, useFormContext } from 'react-hook-form';
import { useDraft } from './draft-context.ts';

export interface BoundField {
  readonly value: unknown;
  /** The error of the value; of a list, or else of its first entry with one. */
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
    error: firstMessage(fieldState.error),
    disabled: readOnly,
    // As an event, because a value that has a member `target` would be taken for one.
    set: (next) => field.onChange({ target: { value: next } }),
    onBlur: () => field.onBlur(),
  };
}

/** Returns the function that finds the error of a member of an item, like `label` of `fields.0`. */
export function useErrorsBelow(path: string): (member: string) => string | undefined {
  const { getFieldState, formState } = useFormContext();
  return (member) => firstMessage(getFieldState(`${path}.${member}`, formState).error);
}

/** The error of a list is at one of its entries. */
function firstMessage(error: unknown): string | undefined {
  if (Array.isArray(error)) return error.map(firstMessage).find((message) => message !== undefined);
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}

/** A value as the text of a control. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
