import { Icon } from '../ui/icon.tsx';
import { useTexts } from '../text/texts-context.ts';
import type { ExtraFieldProps } from './extra-field.tsx';
import { describedBy, FieldFrame } from './field-frame.tsx';
import { fieldId } from './field-id.ts';

/** One choice: the system's own list, which works with every phone and screen reader. */
export function SelectField({ field, value, error, onChange }: ExtraFieldProps) {
  const texts = useTexts();
  const at = `inputs.${field.name}`;
  return (
    <FieldFrame field={at} label={field.label} isRequired={field.required} error={error}>
      <div class={value === '' ? 'select select-empty' : 'select'}>
        <select
          id={fieldId(at)}
          class="control"
          value={typeof value === 'string' ? value : ''}
          aria-required={field.required}
          aria-invalid={error !== null}
          aria-describedby={describedBy(fieldId(at), error)}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{texts.say('choose')}</option>
          {(field.options ?? []).map((option) => (
            <option key={option} dir="auto" value={option}>
              {option}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </FieldFrame>
  );
}
