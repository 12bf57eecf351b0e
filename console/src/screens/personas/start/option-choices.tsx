import type { PersonaInputField } from '@portico/shared-types/api/personas';
import { useId } from 'preact/hooks';
import type { BoundField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { uiTexts } from '../../../ui/texts.ts';

interface OptionChoicesProps {
  input: PersonaInputField;
  name: string;
  field: BoundField;
}

/** Some of the options of an input. */
export function OptionChoices({ input, name, field }: OptionChoicesProps) {
  const sayUi = useTexts(uiTexts);
  const id = useId();
  const { error } = field;
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  return (
    <fieldset class="choices option-choices" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>
        {input.label} {input.required ? null : <span class="meta">{sayUi('optional')}</span>}
      </legend>
      <div class="options">
        {input.options.map((option) => (
          <label key={option} class="option">
            <input
              type="checkbox"
              name={name}
              checked={chosen.includes(option)}
              disabled={field.disabled}
              onChange={(event) =>
                // In the order of the options, however they are chosen.
                field.set(
                  input.options.filter((each) =>
                    each === option ? event.currentTarget.checked : chosen.includes(each),
                  ),
                )
              }
            />
            <span dir="auto">{option}</span>
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p class="fault" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
