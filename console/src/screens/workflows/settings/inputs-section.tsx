import { Plus } from 'lucide-react';
import { useState } from 'preact/hooks';
import { isValues, type Values } from '../../../form/changes.ts';
import { MoreSettings, Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useJsonText } from '../../../form/inputs/json-text.ts';
import { useEditor } from '../editor/editor-context.ts';
import { faultTexts } from '../editor/fault-texts.ts';
import { replaceInput } from '../graph/references.ts';
import { workflowTexts } from '../texts.ts';
import { InputCard } from './input-card.tsx';
import { newInput, readInputs, writeInputs, type Input } from '../../../form/inputs/input-schema.ts';

/** The inputs of a workflow, as a form, or as JSON Schema for what the form can't say. */
export function InputsSection() {
  const say = useTexts(workflowTexts);
  const { follow } = useEditor();
  const field = useField('input_schema');
  const schema = isValues(field.value) ? field.value : {};
  const [list, focusRow] = useRowFocus<HTMLDivElement>('.input-card');
  const [typed, setTyped] = useState<readonly Input[]>();
  // Cards without a name are kept on the screen only. Another schema comes from outside, or from the JSON below.
  const isTyped = typed !== undefined && isSame(writeInputs(schema, typed), schema);
  const inputs = isTyped ? typed : readInputs(schema);
  const change = (next: readonly Input[]) => {
    setTyped(next);
    const written = writeInputs(schema, next);
    if (!isSame(written, schema)) field.set(written);
  };
  return (
    <Section title={say('inputs')} help={say('inputsHelp')} reference="reference/workflows#fields">
      <div ref={list} class="stack">
        {inputs.map((input, at) => (
          <InputCard
            // An input has no identity except its position: its name is typed here.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            number={at + 1}
            input={input}
            isTaken={(name) => inputs.some((other, place) => place !== at && other.name === name)}
            disabled={field.disabled}
            onInput={(next) => change(inputs.with(at, next))}
            onRename={(name) => {
              change(inputs.with(at, { ...input, name }));
              if (input.name !== '') follow((whole) => replaceInput(whole, input.name, name));
            }}
            onRemove={() => {
              change(inputs.toSpliced(at, 1));
              focusRow(at);
            }}
          />
        ))}
        <div>
          <Button
            icon={Plus}
            disabled={field.disabled}
            onClick={() => {
              change([...inputs, newInput]);
              focusRow(inputs.length);
            }}
          >
            {say('addInput')}
          </Button>
        </div>
      </div>
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <MoreSettings title={say('asJson')}>
        <SchemaJson schema={schema} disabled={field.disabled} onSchema={(next) => field.set(next)} />
      </MoreSettings>
    </Section>
  );
}

interface SchemaJsonProps {
  schema: Values;
  disabled: boolean;
  onSchema: (schema: Values) => void;
}

function SchemaJson({ schema, disabled, onSchema }: SchemaJsonProps) {
  const say = useTexts(workflowTexts);
  const sayFault = useTexts(faultTexts);
  const [invalid, setInvalid] = useState<string>();
  const [text, setText] = useJsonText(schema, () => undefined);
  const change = (typed: string) => {
    setText(typed);
    const value = readObject(typed);
    setInvalid(value === undefined ? typed : undefined);
    if (value !== undefined) onSchema(value);
  };
  return (
    <Field
      label={say('schemaJson')}
      help={say('schemaJsonHelp')}
      error={invalid === undefined ? undefined : sayFault('notObject')}
    >
      {(links) => (
        <TextArea
          {...links}
          dir="ltr"
          rows={8}
          class="input-code"
          spellcheck={false}
          disabled={disabled}
          value={invalid ?? text}
          onValue={change}
        />
      )}
    </Field>
  );
}

function readObject(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isValues(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSame(a: Values, b: Values): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
