import type { ComponentChildren } from 'preact';
import { Field, NumberInput, Select, Switch, TextArea, TextInput, type Option } from '../ui/field.tsx';
import { textOf, useField } from './use-field.ts';

interface FormFieldProps {
  name: string;
  label: string;
  help?: ComponentChildren;
  placeholder?: string;
}

interface TextFieldProps extends FormFieldProps {
  type?: 'text' | 'email' | 'url';
  /** An empty field means that nothing is set, not an empty text. */
  nullable?: boolean;
  code?: boolean;
  required?: boolean;
  maxLength?: number;
}

export function TextField({ name, label, help, nullable = false, code = false, ...input }: TextFieldProps) {
  const field = useField(name);
  return (
    <Field label={label} help={help} error={field.error}>
      {(links) => (
        <TextInput
          {...links}
          {...input}
          name={name}
          class={code ? 'input-code' : ''}
          {...(code ? { dir: 'ltr' as const, spellcheck: false } : {})}
          value={textOf(field.value)}
          disabled={field.disabled}
          onValue={(value) => field.set(value === '' && nullable ? null : value)}
          onBlur={() => field.onBlur()}
        />
      )}
    </Field>
  );
}

export function AreaField({
  name,
  label,
  help,
  placeholder,
  nullable = false,
  rows = 3,
  code = false,
}: TextFieldProps & { rows?: number }) {
  const field = useField(name);
  return (
    <Field label={label} help={help} error={field.error}>
      {(links) => (
        <TextArea
          {...links}
          name={name}
          rows={rows}
          class={code ? 'input-code' : ''}
          {...(placeholder === undefined ? {} : { placeholder })}
          value={textOf(field.value)}
          disabled={field.disabled}
          onValue={(value) => field.set(value === '' && nullable ? null : value)}
          onBlur={() => field.onBlur()}
        />
      )}
    </Field>
  );
}

interface NumberFieldProps extends FormFieldProps {
  unit?: string;
  min?: number;
  max?: number;
  step?: number | 'any';
}

/** A number; empty is null. */
export function NumberField({ name, label, help, placeholder, unit, min, max, step = 1 }: NumberFieldProps) {
  const field = useField(name);
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return (
    <Field label={label} help={help} error={field.error}>
      {(links) => (
        <div class="with-unit">
          <NumberInput
            {...links}
            {...limits}
            {...(placeholder === undefined ? {} : { placeholder })}
            name={name}
            step={step}
            class="input-short"
            value={field.value}
            disabled={field.disabled}
            onNumber={(value) => field.set(value ?? null)}
            onBlur={() => field.onBlur()}
          />
          {unit === undefined ? null : <span class="soft">{unit}</span>}
        </div>
      )}
    </Field>
  );
}

interface SelectFieldProps extends FormFieldProps {
  options: readonly Option[];
  /** The option with an empty value means null. */
  nullable?: boolean;
}

export function SelectField({ name, label, help, options, nullable = false }: SelectFieldProps) {
  const field = useField(name);
  return (
    <Field label={label} help={help} error={field.error}>
      {(links) => (
        <Select
          {...links}
          name={name}
          options={options}
          value={textOf(field.value)}
          disabled={field.disabled}
          onValue={(value) => field.set(value === '' && nullable ? null : value)}
          onBlur={() => field.onBlur()}
        />
      )}
    </Field>
  );
}

export function SwitchField({ name, label, help }: FormFieldProps) {
  const field = useField(name);
  return (
    <Switch
      name={name}
      label={label}
      help={help}
      checked={field.value === true}
      disabled={field.disabled}
      onValue={(checked) => field.set(checked)}
    />
  );
}
