import { useTexts } from '../../text/use-texts.ts';
import { isValues } from '../changes.ts';
import { useErrorsBelow, useField } from '../use-field.ts';
import { InputControl } from './input-control.tsx';
import { newInput, type Input } from './input-schema.ts';
import { inputTexts } from './texts.ts';

interface InputFieldsProps {
  inputs: readonly Input[];
  /** Names of inputs that the workflow uses, whether or not it declares them. */
  used: readonly string[];
  /** The path of the values in the surrounding form. */
  path?: string;
}

/**
 * The fields for the inputs of a workflow, or one for JSON if it declares none. A field that was not touched shows the
 * default of the schema, which the server uses for an input without a value.
 */
export function InputFields({ inputs, used, path = 'inputs' }: InputFieldsProps) {
  const say = useTexts(inputTexts);
  const field = useField(path);
  const errorOf = useErrorsBelow(path);
  const values = isValues(field.value) ? field.value : {};
  const set = (name: string, value: unknown) => field.set({ ...values, [name]: value ?? null });
  if (inputs.length === 0) {
    return (
      <>
        <p class="help">{used.length === 0 ? say('noInputs') : say('usedInputs', { names: used.join(', ') })}</p>
        <InputControl
          input={{ ...newInput, name: 'inputs', title: say('inputsJson'), type: 'object' }}
          path={path}
          value={field.value}
          error={field.error}
          onValue={(value) => field.set(value ?? null)}
        />
      </>
    );
  }
  return (
    <>
      {inputs.map((input) => (
        <InputControl
          key={input.name}
          input={input}
          path={`${path}.${input.name}`}
          value={values[input.name] === undefined ? input.initial : values[input.name]}
          error={errorOf(input.name)}
          onValue={(value) => set(input.name, value)}
        />
      ))}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
    </>
  );
}
