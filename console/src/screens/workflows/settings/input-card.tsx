import { X } from 'lucide-react';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useJsonText } from '../../../form/inputs/json-text.ts';
import { faultTexts } from '../editor/fault-texts.ts';
import { useNameOnLeave } from '../fields/use-name-on-leave.ts';
import { workflowTexts } from '../texts.ts';
import { inputTypes, isText, withType, type Input, type InputType } from '../../../form/inputs/input-schema.ts';

const typeTitles = {
  string: 'typeString',
  choice: 'typeChoice',
  number: 'typeNumber',
  integer: 'typeInteger',
  boolean: 'typeBoolean',
  array: 'typeArray',
  object: 'typeObject',
  other: 'typeOther',
} as const satisfies Record<InputType, keyof typeof workflowTexts>;

interface InputCardProps {
  number: number;
  input: Input;
  /** Whether another input has this name. */
  isTaken: (name: string) => boolean;
  disabled: boolean;
  onInput: (input: Input) => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

/** One input: its name, type and description. */
export function InputCard({ number, input, isTaken, disabled, onInput, onRename, onRemove }: InputCardProps) {
  const say = useTexts(workflowTexts);
  const sayUi = useTexts(uiTexts);
  const sayFault = useTexts(faultTexts);
  const faultOf = (typed: string) => {
    if (typed === '' && input.name !== '') return sayFault('required');
    return typed !== '' && isTaken(typed) ? sayFault('doubledInput') : undefined;
  };
  const name = useNameOnLeave(input.name, faultOf, onRename);
  const title = input.name === '' ? say('input', { number }) : input.name;
  const types = input.type === 'other' ? [...inputTypes, 'other' as const] : inputTypes;
  return (
    <fieldset class="card input-card" disabled={disabled} aria-label={title}>
      <div class="row-of-fields">
        <Field label={say('inputName')} error={name.fault}>
          {(links) => <TextInput {...links} {...name.input} dir="ltr" class="input-code" />}
        </Field>
        <Field label={say('inputType')}>
          {(links) => (
            <Select
              {...links}
              value={input.type}
              options={types.map((type) => ({ value: type, label: say(typeTitles[type]) }))}
              onValue={(value) => onInput(withType(input, types.find((type) => type === value) ?? 'string'))}
            />
          )}
        </Field>
      </div>
      <Field label={say('inputHelp')}>
        {(links) => (
          <TextInput
            {...links}
            value={input.description}
            onValue={(description) => onInput({ ...input, description })}
          />
        )}
      </Field>
      {input.type === 'choice' ? <OptionsField input={input} onInput={onInput} /> : null}
      {input.type === 'other' ? null : <DefaultField input={input} onInput={onInput} />}
      <div class="input-end">
        <label class="required-check">
          <input
            type="checkbox"
            checked={input.isRequired}
            onChange={(event) => onInput({ ...input, isRequired: event.currentTarget.checked })}
          />
          {say('inputRequired')}
        </label>
        <IconButton label={sayUi('remove', { name: title })} icon={X} onClick={onRemove} />
      </div>
    </fieldset>
  );
}

type PartProps = Pick<InputCardProps, 'input' | 'onInput'>;

function OptionsField({ input, onInput }: PartProps) {
  const say = useTexts(workflowTexts);
  return (
    <Field label={say('inputOptions')} help={say('inputOptionsHelp')}>
      {(links) => (
        <TextArea
          {...links}
          rows={3}
          value={input.options.join('\n')}
          onValue={(text) => onInput({ ...input, options: text.split('\n') })}
        />
      )}
    </Field>
  );
}

/** A text is written as it is, anything else as JSON. */
function DefaultField({ input, onInput }: PartProps) {
  const say = useTexts(workflowTexts);
  const [json, setJson] = useJsonText(input.initial, (initial) => onInput({ ...input, initial }));
  return (
    <Field label={say('inputDefault')}>
      {(links) =>
        isText(input.type) ? (
          <TextInput
            {...links}
            value={typeof input.initial === 'string' ? input.initial : json}
            onValue={(text) => onInput({ ...input, initial: text === '' ? undefined : text })}
          />
        ) : (
          <TextInput {...links} dir="ltr" class="input-code" value={json} onValue={setJson} />
        )
      }
    </Field>
  );
}
