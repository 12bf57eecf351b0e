import type { PersonaInputField } from '@portico/shared-types/api/personas';
import { SwitchField } from '../../../form/fields.tsx';
import { textOf, useField, type BoundField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, NumberInput, Select, TextArea, TextInput, type FieldLinks } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { OptionChoices } from './option-choices.tsx';
import { startTexts } from './texts.ts';

/** One input of a persona as a field of the surrounding form. */
export function InputField({ input }: { input: PersonaInputField }) {
  const sayUi = useTexts(uiTexts);
  const name = `structuredInputs.${input.name}`;
  const field = useField(name);
  if (input.type === 'checkbox') return <SwitchField name={name} label={input.label} />;
  if (input.type === 'multiselect') return <OptionChoices input={input} name={name} field={field} />;
  return (
    <Field
      label={input.label}
      error={field.error}
      aside={input.required ? undefined : <span class="meta">{sayUi('optional')}</span>}
    >
      {(links) => <Control input={input} name={name} field={field} links={links} />}
    </Field>
  );
}

interface ControlProps {
  input: PersonaInputField;
  name: string;
  field: BoundField;
  links: FieldLinks;
}

function Control({ input, name, field, links }: ControlProps) {
  const say = useTexts(startTexts);
  const shared = { ...links, name, value: textOf(field.value), onBlur: () => field.onBlur() };
  const written = { ...shared, required: input.required, placeholder: input.placeholder };
  switch (input.type) {
    case 'textarea':
      return <TextArea {...written} rows={4} onValue={(value) => field.set(value)} />;
    case 'select':
      return (
        <Select
          {...shared}
          onValue={(value) => field.set(value === '' ? null : value)}
          options={[
            { value: '', label: say('choose') },
            ...input.options.map((option) => ({ value: option, label: option })),
          ]}
        />
      );
    case 'number':
      return <NumberInput {...written} step="any" value={field.value} onNumber={(value) => field.set(value ?? null)} />;
    case 'date':
      return <TextInput {...written} type="date" class="input-date" onValue={(value) => field.set(value)} />;
    default:
      return <TextInput {...written} onValue={(value) => field.set(value)} />;
  }
}
