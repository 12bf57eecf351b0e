import { Icon } from '../ui/icon.tsx';
import type { ExtraFieldProps } from './extra-field.tsx';
import { FieldFrame } from './field-frame.tsx';
import { fieldId } from './field-id.ts';

/** Several choices, as a row of checkboxes. */
export function MultiselectField({ field, value, error, onChange }: ExtraFieldProps) {
  const at = `inputs.${field.name}`;
  const chosen = Array.isArray(value) ? value : [];
  const options = field.options ?? [];
  const toggle = (option: string, isOn: boolean) => {
    onChange(options.filter((other) => (other === option ? isOn : chosen.includes(other))));
  };
  return (
    <FieldFrame field={at} label={field.label} isRequired={field.required} error={error} isGroup>
      <div class="chips">
        {options.map((option, index) => (
          <label class="chip" key={option}>
            <input
              id={index === 0 ? fieldId(at) : undefined}
              type="checkbox"
              checked={chosen.includes(option)}
              aria-invalid={error !== null}
              onChange={(event) => toggle(option, event.currentTarget.checked)}
            />
            <Icon name="check" />
            <bdi dir="auto">{option}</bdi>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
