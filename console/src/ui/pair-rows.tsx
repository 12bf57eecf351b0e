import { Plus, X } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { Button, IconButton } from './button.tsx';
import { TextInput } from './field.tsx';
import { uiTexts } from './texts.ts';

type Pairs = Readonly<Record<string, string>>;

interface PairRowsProps {
  label: string;
  nameLabel?: string;
  valueLabel?: string;
  pairs: Pairs;
  onPairs: (pairs: Record<string, string>) => void;
}

/** Names with values: headers, query parameters. Rows without a name are kept on the screen only. */
export function PairRows({ label, nameLabel, valueLabel, pairs, onPairs }: PairRowsProps) {
  const sayUi = useTexts(uiTexts);
  const [rows, setRows] = useState(() => Object.entries(pairs));
  const change = (next: [string, string][]) => {
    setRows(next);
    onPairs(Object.fromEntries(next.filter(([name]) => name !== '')));
  };
  return (
    <fieldset class="list-field">
      <legend>{label}</legend>
      {rows.map(([name, value], at) => (
        // A row has no identity except its position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} class="list-row list-row-two">
          <TextInput
            dir="ltr"
            class="input-code"
            aria-label={`${label} ${at + 1}: ${nameLabel ?? sayUi('name')}`}
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
          <IconButton label={sayUi('remove', { name })} icon={X} onClick={() => change(rows.toSpliced(at, 1))} />
        </div>
      ))}
      <div>
        <Button icon={Plus} onClick={() => setRows([...rows, ['', '']])}>
          {sayUi('add')}
          <span class="visually-hidden">: {label}</span>
        </Button>
      </div>
    </fieldset>
  );
}
