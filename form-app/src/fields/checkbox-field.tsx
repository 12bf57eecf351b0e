import { Icon } from '../ui/icon.tsx';
import type { ExtraFieldProps } from './extra-field.tsx';
import { describedBy, FieldError, RequiredMark } from './field-frame.tsx';
import { fieldId } from './field-id.ts';

/** Yes or no. */
export function CheckboxField({ field, value, error, onChange }: ExtraFieldProps) {
  const id = fieldId(`inputs.${field.name}`);
  return (
    <div class={error === null ? 'field' : 'field field-invalid'}>
      <label class="check">
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          aria-required={field.required}
          aria-invalid={error !== null}
          aria-describedby={describedBy(id, error)}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span class="check-box">
          <Icon name="check" />
        </span>
        <span>
          <bdi dir="auto">{field.label}</bdi>
          {field.required && <RequiredMark />}
        </span>
      </label>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
