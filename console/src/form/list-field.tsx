import { Plus, X } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { isComposing } from '@portico/browser-kit/is-composing';
import { useTexts } from '../text/use-texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { uiTexts } from '../ui/texts.ts';
import { useRowFocus } from '../ui/use-row-focus.ts';
import { isSameList } from './is-same-list.ts';
import { textOf, useErrorsBelow, useField } from './use-field.ts';

interface ListFieldProps {
  name: string;
  label: string;
  help?: ComponentChildren;
  placeholder?: string;
  code?: boolean;
}

/** A list of short texts, one in each row. Empty rows are kept on the screen only. */
export function ListField({ name, label, help, placeholder, code = false }: ListFieldProps) {
  const say = useTexts(uiTexts);
  const id = useId();
  const field = useField(name);
  const errorOf = useErrorsBelow(name);
  const [list, focusRow] = useRowFocus();
  const items = (Array.isArray(field.value) ? field.value.map(textOf) : []).filter(isWritten);
  const [shown, setShown] = useState<readonly string[]>(items);
  // Another value comes from outside: the input was discarded, or somebody else has saved.
  const rows = isSameList(shown.filter(isWritten), items) ? shown : items;
  const rowErrors = rows.map((item, at) => (isWritten(item) ? errorOf(String(sentAt(rows, at))) : undefined));
  const change = (next: readonly string[]) => {
    setShown(next);
    const written = next.filter(isWritten);
    if (!isSameList(written, items)) field.set(written);
  };
  const add = (at: number) => {
    change(rows.toSpliced(at, 0, ''));
    focusRow(at);
  };
  return (
    <fieldset ref={list} class="list-field" aria-describedby={help === undefined ? undefined : `${id}-help`}>
      <legend>{label}</legend>
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {rows.map((item, at) => (
        // A row has no identity except its position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} class="stack-tight">
          <div class="list-row">
            <TextInput
              name={`${name}.${sentAt(rows, at)}`}
              aria-label={`${label} ${at + 1}`}
              class={code ? 'input-code' : ''}
              {...(placeholder === undefined ? {} : { placeholder })}
              value={item}
              disabled={field.disabled}
              onValue={(value) => change(rows.with(at, value))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || isComposing(event)) return;
                event.preventDefault();
                if (isWritten(item)) add(at + 1);
              }}
            />
            <IconButton
              label={say('remove', { name: item })}
              icon={X}
              disabled={field.disabled}
              onClick={() => {
                change(rows.toSpliced(at, 1));
                focusRow(at);
              }}
            />
          </div>
          {rowErrors[at] === undefined ? null : <p class="fault">{rowErrors[at]}</p>}
        </div>
      ))}
      {field.error === undefined || rowErrors.includes(field.error) ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button icon={Plus} disabled={field.disabled} onClick={() => add(rows.length)}>
          {say('add')}
        </Button>
      </div>
    </fieldset>
  );
}

/** The number of a row in what is sent, by which the server identifies it. */
function sentAt(rows: readonly string[], at: number): number {
  return rows.slice(0, at).filter(isWritten).length;
}

function isWritten(item: string): boolean {
  return item.trim() !== '';
}
