import { Plus, X } from 'lucide-react';
import { isValues, type Values } from '../../../form/changes.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { RemarkText, TextInput, type Remark } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { faultTexts } from '../editor/fault-texts.ts';
import { fieldTexts } from '../nodes/field-texts.ts';
import { useJsonText } from '../../../form/inputs/json-text.ts';
import { useNameOnLeave } from './use-name-on-leave.ts';
import { JsonField, type ValueFieldProps } from './value-field.tsx';

/** As the server has it. */
const maxCases = 100;

interface CasesFieldProps extends ValueFieldProps {
  errorOf: (field: string) => Remark | undefined;
}

/** The cases of a switch: the name of the branch, and the value that it is for. */
export function CasesField({ errorOf, ...props }: CasesFieldProps) {
  const { field, name, value, error, onValue } = props;
  const say = useTexts(fieldTexts);
  const [list, focusRow] = useRowFocus();
  if (value !== undefined && !Array.isArray(value)) return <JsonField {...props} />;
  const rows = (value ?? []).map((each: unknown) => (isValues(each) ? each : {}));
  return (
    <fieldset ref={list} class="list-field">
      <legend>{say(field.label)}</legend>
      {rows.map((row, at) => (
        // A row has no identity except its position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} class="stack-tight">
          <CaseRow
            at={at}
            name={`${name}.${at}.name`}
            row={row}
            others={rows.toSpliced(at, 1)}
            error={errorOf(`config.cases.${at}.name`)}
            onRow={(next) => onValue(rows.with(at, next))}
            onRemove={() => {
              onValue(rows.toSpliced(at, 1));
              focusRow(at);
            }}
          />
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

interface CaseRowProps {
  at: number;
  name: string;
  row: Values;
  others: readonly Values[];
  error: Remark | undefined;
  onRow: (row: Values) => void;
  onRemove: () => void;
}

function CaseRow({ at, name, row, others, error, onRow, onRemove }: CaseRowProps) {
  const say = useTexts(fieldTexts);
  const sayUi = useTexts(uiTexts);
  const sayFault = useTexts(faultTexts);
  const now = textOf(row['name']);
  const faultOf = (typed: string) => {
    if (typed === now) return undefined;
    if (typed === '') return sayFault('required');
    return others.some((other) => other['name'] === typed) ? sayFault('doubledCase') : undefined;
  };
  const typing = useNameOnLeave(now, faultOf, (typed) => onRow({ ...row, name: typed }));
  const fault = typing.fault ?? error;
  const label = `${say('cases')} ${at + 1}`;
  return (
    <>
      <div class="list-row list-row-two">
        <TextInput
          {...typing.input}
          dir="ltr"
          class="input-code"
          name={name}
          aria-label={`${label}: ${say('caseName')}`}
          placeholder={say('caseName')}
        />
        <CaseValue
          label={`${label}: ${say('caseEquals')}`}
          value={row['equals']}
          onValue={(equals) => onRow({ ...row, equals })}
        />
        <IconButton label={sayUi('remove', { name: now })} icon={X} onClick={onRemove} />
      </div>
      <RemarkText remark={fault} />
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
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
