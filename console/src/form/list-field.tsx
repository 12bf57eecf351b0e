import { Plus, X } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useFormContext } from 'react-hook-form';
import { isComposing } from '@portico/browser-kit/is-composing';
import { useTexts } from '../text/use-texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { uiTexts } from '../ui/texts.ts';
import { useRowFocus } from '../ui/use-row-focus.ts';
import { textOf, useField } from './use-field.ts';

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
  const [list, focusRow] = useRowFocus();
  const items = (Array.isArray(field.value) ? field.value.map(textOf) : []).filter(isWritten);
  const [shown, setShown] = useState<readonly string[]>(items);
  // Another value comes from outside: the input was discarded, or somebody else has saved.
  const rows = isSame(shown.filter(isWritten), items) ? shown : items;
  const change = (next: readonly string[]) => {
    setShown(next);
    const written = next.filter(isWritten);
    if (!isSame(written, items)) field.set(written);
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
        <ListRow key={at} name={`${name}.${rows.slice(0, at).filter(isWritten).length}`} isSent={isWritten(item)}>
          <TextInput
            name={`${name}.${rows.slice(0, at).filter(isWritten).length}`}
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
        </ListRow>
      ))}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button icon={Plus} disabled={field.disabled} onClick={() => add(rows.length)}>
          {say('add')}
        </Button>
      </div>
    </fieldset>
  );
}

/** The server identifies an invalid row by its number. */
function ListRow({ name, isSent, children }: { name: string; isSent: boolean; children: ComponentChildren }) {
  const { getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  return (
    <div class="stack-tight">
      <div class="list-row">{children}</div>
      {error?.message === undefined || !isSent ? null : <p class="fault">{error.message}</p>}
    </div>
  );
}

function isWritten(item: string): boolean {
  return item.trim() !== '';
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
