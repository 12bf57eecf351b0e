import { Plus, X } from 'lucide-react';
import { useId, useState } from 'preact/hooks';
import { isDoubled } from '../form/is-doubled.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button, IconButton } from './button.tsx';
import { TextInput } from './field.tsx';
import { uiTexts } from './texts.ts';
import { useRowFocus } from './use-row-focus.ts';

type Pairs = Readonly<Record<string, string>>;

interface PairRowsProps {
  label: string;
  nameLabel?: string;
  valueLabel?: string;
  pairs: Pairs;
  onPairs: (pairs: Record<string, string>) => void;
  /** What is wrong with the pair of a name. */
  errorOf?: (name: string) => string | undefined;
}

/**
 * Names with values: headers, query parameters. Rows without a name, or with that of an earlier row, are kept on the
 * screen only.
 */
export function PairRows({ label, nameLabel, valueLabel, pairs, onPairs, errorOf }: PairRowsProps) {
  const sayUi = useTexts(uiTexts);
  const id = useId();
  const [list, focusRow] = useRowFocus();
  const [shown, setShown] = useState(() => Object.entries(pairs));
  // Another value comes from outside: the input was discarded, or somebody else has saved.
  const rows = isSame(toPairs(shown), pairs) ? shown : Object.entries(pairs);
  const change = (next: [string, string][]) => {
    setShown(next);
    onPairs(toPairs(next));
  };
  return (
    <fieldset ref={list} class="list-field">
      <legend>{label}</legend>
      {rows.map(([name, value], at) => {
        const isExtra = isDoubled(namesOf(rows), at);
        const error = isExtra ? sayUi('doubledName') : errorOf?.(name);
        return (
          // A row has no identity except its position.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} class="stack-tight">
            <div class="list-row list-row-two">
              <TextInput
                dir="ltr"
                class="input-code"
                aria-label={`${label} ${at + 1}: ${nameLabel ?? sayUi('name')}`}
                aria-invalid={error === undefined || isExtra ? undefined : true}
                aria-describedby={error === undefined ? undefined : `${id}-${at}-error`}
                value={name}
                onValue={(typed) => change(rows.toSpliced(at, 1, [typed, value]))}
              />
              <TextInput
                dir="ltr"
                class="input-code"
                aria-label={`${label} ${at + 1}: ${valueLabel ?? sayUi('value')}`}
                value={value}
                onValue={(typed) => change(rows.toSpliced(at, 1, [name, typed]))}
              />
              <IconButton
                label={sayUi('remove', { name })}
                icon={X}
                onClick={() => {
                  change(rows.toSpliced(at, 1));
                  focusRow(at);
                }}
              />
            </div>
            {error === undefined ? null : (
              <p class="fault" id={`${id}-${at}-error`}>
                {error}
              </p>
            )}
          </div>
        );
      })}
      <div>
        <Button
          icon={Plus}
          onClick={() => {
            setShown([...rows, ['', '']]);
            focusRow(rows.length);
          }}
        >
          {sayUi('add')}
          <span class="visually-hidden">: {label}</span>
        </Button>
      </div>
    </fieldset>
  );
}

const namesOf = (rows: readonly (readonly [string, string])[]) => rows.map(([name]) => name);

function toPairs(rows: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(rows.filter(([name], at) => name !== '' && !isDoubled(namesOf(rows), at)));
}

function isSame(a: Pairs, b: Pairs): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
