import type { ComponentChildren } from 'preact';
import { Field, TextInput } from '../ui/field.tsx';
import { textOf, useField } from './use-field.ts';

interface ColourFieldProps {
  name: string;
  label: string;
  help?: ComponentChildren;
  nullable?: boolean;
}

/** A CSS colour, picked or typed. */
export function ColourField({ name, label, help, nullable = false }: ColourFieldProps) {
  const field = useField(name);
  const text = textOf(field.value);
  return (
    <Field label={label} help={help} error={field.error}>
      {(links) => (
        <div class="colour">
          <input
            type="color"
            aria-label={label}
            value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#808080'}
            disabled={field.disabled}
            onInput={(event) => field.set(event.currentTarget.value)}
          />
          <TextInput
            {...links}
            name={name}
            dir="ltr"
            class="input-code"
            spellcheck={false}
            value={text}
            disabled={field.disabled}
            onValue={(value) => field.set(value === '' && nullable ? null : value)}
            onBlur={() => field.onBlur()}
          />
        </div>
      )}
    </Field>
  );
}
