import { Plus, X } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useFormContext } from 'react-hook-form';
import { useTexts } from '../text/use-texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { uiTexts } from '../ui/texts.ts';
import { textOf, useField } from './use-field.ts';

interface ListFieldProps {
  name: string;
  label: string;
  help?: ComponentChildren;
  placeholder?: string;
  code?: boolean;
}

/** A list of short texts, one in each row. */
export function ListField({ name, label, help, placeholder, code = false }: ListFieldProps) {
  const say = useTexts(uiTexts);
  const id = useId();
  const field = useField(name);
  const items = Array.isArray(field.value) ? field.value.map(textOf) : [];
  const setItem = (at: number, value: string) => field.set(items.map((item, index) => (index === at ? value : item)));
  return (
    <fieldset class="list-field" aria-describedby={help === undefined ? undefined : `${id}-help`}>
      <legend>{label}</legend>
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {items.map((item, at) => (
        // A row has no identity except its position.
        // oxlint-disable-next-line react/no-array-index-key
        <ListRow key={at} name={`${name}.${at}`}>
          <TextInput
            name={`${name}.${at}`}
            aria-label={`${label} ${at + 1}`}
            class={code ? 'input-code' : ''}
            {...(placeholder === undefined ? {} : { placeholder })}
            value={item}
            disabled={field.disabled}
            onValue={(value) => setItem(at, value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              field.set([...items, '']);
            }}
          />
          <IconButton
            label={say('remove', { name: item })}
            icon={X}
            disabled={field.disabled}
            onClick={() => field.set(items.filter((_, index) => index !== at))}
          />
        </ListRow>
      ))}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button icon={Plus} disabled={field.disabled} onClick={() => field.set([...items, ''])}>
          {say('add')}
        </Button>
      </div>
    </fieldset>
  );
}

/** The server identifies an invalid row by its number. */
function ListRow({ name, children }: { name: string; children: ComponentChildren }) {
  const { getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  return (
    <div class="stack-tight">
      <div class="list-row">{children}</div>
      {error?.message === undefined ? null : <p class="fault">{error.message}</p>}
    </div>
  );
}
