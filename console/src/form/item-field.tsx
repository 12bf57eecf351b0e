import { useLayoutEffect } from 'preact/hooks';
import { useFormContext } from 'react-hook-form';
import { Field, type Option } from '../ui/field.tsx';
import type { ItemResource } from '../ui/item-search.tsx';
import { ItemSelect, type ItemQuery } from '../ui/item-select.tsx';
import { textOf, useField } from './use-field.ts';

interface ItemFieldProps {
  name: string;
  label: string;
  help?: string;
  /** The items that can be chosen. */
  query: ItemQuery;
  resource?: ItemResource;
  /** An option for no item, whose value is null. */
  none?: Option;
}

/** Chooses an item of a list. The other fields can be filled in while it is being read. */
export function ItemField({ name, label, help, query, resource, none }: ItemFieldProps) {
  const field = useField(name);
  return (
    <Field label={label} help={help} error={field.error}>
      {(links) => (
        <ItemSelect
          {...links}
          name={name}
          query={query}
          resource={resource}
          none={none}
          // Null is a choice.
          hasLateDefault={field.value === ''}
          value={textOf(field.value)}
          disabled={field.disabled}
          onValue={(value) => field.set(value === '' && none !== undefined ? null : value)}
          onBlur={() => field.onBlur()}
        />
      )}
    </Field>
  );
}

/**
 * Sets the default of a field that is still an empty text once the default is known: it may come from the server after
 * the form has opened. Null is a choice.
 */
export function useLateDefault(name: string, value: string | undefined): void {
  const { getValues, register, resetField } = useFormContext();
  useLayoutEffect(() => {
    if (value === undefined || getValues(name) !== '') return;
    // The field may not be on the screen, and only those that are registered get a default.
    register(name);
    resetField(name, { defaultValue: value });
  }, [getValues, register, resetField, name, value]);
}
