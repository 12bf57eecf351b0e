import { Plus, X } from 'lucide-react';
import { isValues } from '../../../form/changes.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { fieldTexts } from '../nodes/field-texts.ts';
import { useJsonText } from './json-text.ts';
import { JsonField, type ValueFieldProps } from './value-field.tsx';

/** As the server has it. */
const maxCases = 100;

interface CasesFieldProps extends ValueFieldProps {
  errorOf: (field: string) => string | undefined;
}

/** The cases of a switch: the name of the branch, and the value that it is for. */
export function CasesField({ errorOf, ...props }: CasesFieldProps) {
  const { field, name, value, error, onValue } = props;
  const say = useTexts(fieldTexts);
  const sayUi = useTexts(uiTexts);
  const [list, focusRow] = useRowFocus();
  if (value !== undefined && !Array.isArray(value)) return <JsonField {...props} />;
  const rows = (value ?? []).map((each: unknown) => (isValues(each) ? each : {}));
  const textOf = (text: unknown) => (typeof text === 'string' ? text : '');
  return (
    <fieldset ref={list} class="list-field">
      <legend>{say(field.label)}</legend>
      {rows.map((row, at) => (
        // A row has no identity except its position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} class="stack-tight">
          <div class="list-row list-row-two">
            <TextInput
              dir="ltr"
              class="input-code"
              name={`${name}.${at}.name`}
              aria-label={`${say('cases')} ${at + 1}: ${say('caseName')}`}
              placeholder={say('caseName')}
              value={textOf(row['name'])}
              onValue={(typed) => onValue(rows.with(at, { ...row, name: typed }))}
            />
            <CaseValue
              label={`${say('cases')} ${at + 1}: ${say('caseEquals')}`}
              value={row['equals']}
              onValue={(equals) => onValue(rows.with(at, { ...row, equals }))}
            />
            <IconButton
              label={sayUi('remove', { name: textOf(row['name']) })}
              icon={X}
              onClick={() => {
                onValue(rows.toSpliced(at, 1));
                focusRow(at);
              }}
            />
          </div>
          {errorOf(`config.cases.${at}.name`) === undefined ? null : (
            <p class="fault">{errorOf(`config.cases.${at}.name`)}</p>
          )}
        </div>
      ))}
      {error === undefined ? null : <p class="fault">{error}</p>}
      <p class="help">{say('casesHelp')}</p>
      <div>
        <Button
          icon={Plus}
          disabled={rows.length >= maxCases}
          onClick={() => {
            onValue([...rows, { name: '', equals: '' }]);
            focusRow(rows.length);
          }}
        >
          {say('addCase')}
        </Button>
      </div>
    </fieldset>
  );
}

/** A text without quotes, or any other JSON value. */
function CaseValue({ label, value, onValue }: { label: string; value: unknown; onValue: (value: unknown) => void }) {
  const say = useTexts(fieldTexts);
  const [text, setText] = useJsonText(value === '' ? undefined : value, (typed) => onValue(typed ?? ''));
  return (
    <TextInput
      dir="ltr"
      class="input-code"
      aria-label={label}
      placeholder={say('caseEquals')}
      value={text}
      onValue={setText}
    />
  );
}
