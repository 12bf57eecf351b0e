import type { ToolParameters } from '@portico/shared-types/api/agents';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Select, TextInput } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { toolTexts } from './texts.ts';
import { useToolFaults } from './tool-faults.ts';
import { listTypes, readParameters, writeParameters, type Parameter } from './tool-drafts.ts';

interface ParameterRowsProps {
  parameters: ToolParameters;
  onParameters: (parameters: ToolParameters) => void;
}

const typeNames = {
  string: 'isString',
  number: 'isNumber',
  integer: 'isInteger',
  boolean: 'isBoolean',
  object: 'isObject',
  array: 'isArray',
  other: 'isOther',
} as const;

const newParameter: Parameter = {
  name: '',
  type: 'string',
  description: '',
  required: true,
  schema: { type: 'string' },
};

/** The arguments that the model fills in, as a table. */
export function ParameterRows({ parameters, onParameters }: ParameterRowsProps) {
  const say = useTexts(toolTexts);
  const sayUi = useTexts(uiTexts);
  const id = useId();
  const errorOf = useToolFaults();
  const [list, focusRow] = useRowFocus('.parameter');
  const [rows, setRows] = useState(() => readParameters(parameters));
  const errors = rows.map(({ name }) => (name === '' ? undefined : errorOf(`parameters.properties.${name}`)));
  const errorOfAll = errors.every((error) => error === undefined) ? errorOf('parameters') : undefined;
  const write = (next: Parameter[]) => {
    setRows(next);
    onParameters(writeParameters(parameters, next));
  };
  const change = (at: number, part: Partial<Parameter>) =>
    write(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <fieldset ref={list} class="list-field">
      <legend>{say('parameters')}</legend>
      <p class="help">{say('parametersHelp')}</p>
      {rows.map((row, at) => (
        // A row has no identity except its position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} class="parameter">
          <TextInput
            dir="ltr"
            class="input-code"
            aria-label={`${say('name')} ${at + 1}`}
            aria-invalid={errors[at] === undefined && (errorOfAll === undefined || at > 0) ? undefined : true}
            aria-describedby={
              errors[at] === undefined ? (errorOfAll === undefined ? undefined : `${id}-error`) : `${id}-${at}-error`
            }
            placeholder={say('name')}
            value={row.name}
            onValue={(name) => change(at, { name })}
          />
          <Select
            aria-label={`${say('parameterType')} ${at + 1}`}
            value={row.type}
            options={listTypes(row).map((type) => ({ value: type, label: say(typeNames[type]) }))}
            onValue={(value) => change(at, { type: listTypes(row).find((type) => type === value) ?? 'string' })}
          />
          <TextInput
            aria-label={`${say('parameterDescription')} ${at + 1}`}
            placeholder={say('parameterDescription')}
            value={row.description}
            onValue={(description) => change(at, { description })}
          />
          <label>
            <input
              type="checkbox"
              checked={row.required}
              onChange={(event) => change(at, { required: event.currentTarget.checked })}
            />
            {say('required')}
          </label>
          <IconButton
            label={sayUi('remove', { name: row.name })}
            icon={X}
            onClick={() => {
              write(rows.toSpliced(at, 1));
              focusRow(at);
            }}
          />
          {errors[at] === undefined ? null : (
            <p class="fault" id={`${id}-${at}-error`}>
              {errors[at]}
            </p>
          )}
        </div>
      ))}
      {errorOfAll === undefined ? null : (
        <p class="fault" id={`${id}-error`}>
          {errorOfAll}
        </p>
      )}
      <div>
        <Button
          icon={Plus}
          onClick={() => {
            setRows([...rows, newParameter]);
            focusRow(rows.length);
          }}
        >
          {sayUi('add')}
          <span class="visually-hidden">: {say('parameters')}</span>
        </Button>
      </div>
    </fieldset>
  );
}
