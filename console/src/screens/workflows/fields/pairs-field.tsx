import { isValues } from '../../../form/changes.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { RemarkText } from '../../../ui/field.tsx';
import { PairRows } from '../../../ui/pair-rows.tsx';
import { fieldTexts } from '../nodes/field-texts.ts';
import { InsertMenu } from './insert-menu.tsx';
import { parseJsonText, writeJsonText } from '../../../form/inputs/json-text.ts';
import { JsonField, type ValueFieldProps } from './value-field.tsx';

/**
 * Names with values: texts, or, in a field of the kind `values`, any JSON, in which a text needs no quotes. What can't be
 * written as such rows, like a list as a value, is edited as JSON.
 */
export function PairsField(props: ValueFieldProps) {
  const { field, value, error, onValue } = props;
  const say = useTexts(fieldTexts);
  const label = say(field.label);
  const given = value ?? {};
  if (!isValues(given) || !Object.values(given).every(isPlain)) return <JsonField {...props} />;
  const [read, write] = field.kind === 'values' ? [readValue, writeJsonText] : [String, writePlain];
  const pairs = Object.fromEntries(Object.entries(given).map(([name, each]) => [name, write(each)]));
  const change = (next: Readonly<Record<string, string>>) => {
    const entries = Object.entries(next).map(([name, text]) => {
      const before = given[name];
      // A number stays one while it isn't changed.
      return [name, before !== undefined && write(before) === text ? before : read(text)];
    });
    onValue(entries.length === 0 ? undefined : Object.fromEntries(entries));
  };
  return (
    <div class="list-field pairs-field">
      <div class="field-label">
        <span />
        <InsertMenu field={label} syntax="template" />
      </div>
      <PairRows label={label} pairs={pairs} onPairs={change} />
      <RemarkText remark={error} />
      {field.help === undefined ? null : <p class="help">{say(field.help)}</p>}
    </div>
  );
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function readValue(text: string): unknown {
  return parseJsonText(text) ?? '';
}

function writePlain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
