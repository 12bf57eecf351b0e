import { useLayoutEffect } from 'preact/hooks';
import { useFormContext } from 'react-hook-form';
import { useTexts } from '../text/use-texts.ts';
import { Failure } from '../ui/failure.tsx';
import type { FieldLinks, Option } from '../ui/field.tsx';
import { uiTexts } from '../ui/texts.ts';
import { toOptions } from '../ui/to-options.ts';
import { SelectField } from './fields.tsx';
import { textOf, useField } from './use-field.ts';

interface ItemFieldProps {
  name: string;
  label: string;
  help?: string;
  /** The items that can be chosen. */
  query: {
    readonly data: readonly { readonly id: string; readonly name: string }[] | undefined;
    readonly error: unknown;
    readonly fetchStatus: 'fetching' | 'paused' | 'idle';
    readonly refetch: () => unknown;
  };
  /** An option for no item, whose value is null. */
  none?: Option;
}

/**
 * Chooses an item of a list that is read from the server. The other fields can be filled in while it is being read; if it
 * can't be read, the reason is below the field, with a button that tries again.
 */
export function ItemField({ name, label, help, query, none }: ItemFieldProps) {
  const say = useTexts(uiTexts);
  const field = useField(name);
  const value = textOf(field.value);
  const isFailed = query.data === undefined && query.error !== null;
  // Of a list from before, the default isn't known either.
  const isOpen = query.data === undefined ? query.error === null : field.value === '';
  const isLoading = isOpen && query.fetchStatus !== 'idle';
  const options = isLoading
    ? [{ value, label: say('loading') }]
    : [...(none === undefined ? [] : [none]), ...toOptions(query.data)];
  const explain = ({ id }: FieldLinks) => (
    <div>
      <Failure error={query.error} />
      <button
        type="button"
        class="link-button"
        onClick={() => {
          void query.refetch();
          // The button that was pressed is gone.
          document.getElementById(id)?.focus();
        }}
      >
        {say('retry')}
      </button>
    </div>
  );
  return (
    <SelectField
      name={name}
      label={label}
      help={help}
      options={options}
      nullable={none !== undefined}
      below={isFailed ? explain : undefined}
    />
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
