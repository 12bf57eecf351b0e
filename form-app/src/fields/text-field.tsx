import { autofillOf } from '@portico/browser-kit/autofill';
import { readControl, unreadable } from '@portico/browser-kit/read-control';
import type { TargetedEvent } from 'preact';
import type { ExtraFieldProps } from './extra-field.tsx';
import { describedBy, FieldFrame } from './field-frame.tsx';
import { fieldId } from './field-id.ts';
import { GrowingText } from './growing-text.tsx';
import { NumberControl } from './number-control.tsx';
import { directionOfText } from './text-direction.ts';

/** A line, an e-mail address, a box, a number or a date. */
export function TextField(props: ExtraFieldProps) {
  const { field, error } = props;
  return (
    <FieldFrame field={`inputs.${field.name}`} label={field.label} isRequired={field.required} error={error}>
      <Control {...props} />
    </FieldFrame>
  );
}

function Control({ field, value, error, onChange }: ExtraFieldProps) {
  const id = fieldId(`inputs.${field.name}`);
  const shared = {
    id,
    value: typeof value === 'string' ? value : '',
    'aria-required': field.required,
    'aria-invalid': error !== null,
    'aria-describedby': describedBy(id, error),
    autocomplete: autofillOf(field),
  };
  const onInput = (event: TargetedEvent<HTMLInputElement>) => onChange(event.currentTarget.value);
  if (field.type === 'textarea') return <GrowingText {...shared} rows={3} onText={onChange} />;
  if (field.type === 'text') {
    const line = { ...shared, class: 'control', dir: directionOfText(shared.value), onInput };
    if (field.format === 'email') return <input {...line} type="email" />;
    // A phone shows the keys of its dialler.
    return shared.autocomplete === 'tel' ? <input {...line} type="tel" /> : <input {...line} type="text" />;
  }
  if (field.type === 'number') return <NumberControl {...shared} onNumber={onChange} />;
  const read = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const next = readControl(currentTarget);
    if (next !== value) onChange(next);
  };
  return (
    <input
      {...shared}
      type="date"
      // The control's own value is empty then, so its text stays.
      value={value === unreadable ? '' : shared.value}
      class="control control-short"
      onInput={read}
      // Browsers report no input while a date is incomplete; Enter sends the form without leaving the field.
      onBlur={read}
      onKeyDown={read}
    />
  );
}
