import { unreadable } from '@portico/browser-kit/read-control';
import { keysOfNumber, readNumber, writeNumber } from '@portico/browser-kit/read-number';
import { useState } from 'preact/hooks';
import { useTexts } from '../text/texts-context.ts';

interface Props {
  id: string;
  /** As `readNumber` gives it. */
  value: string;
  'aria-required': boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  autocomplete: string | undefined;
  onNumber(value: string): void;
}

/** Shows a number as it was typed, and one from outside (a draft, the query string, the host) in the page's spelling. */
export function NumberControl({ value, onNumber, ...rest }: Props) {
  const { locale } = useTexts();
  const [typed, setTyped] = useState('');
  const isTyped = readNumber(typed, locale) === value;
  return (
    <input
      {...rest}
      type="text"
      inputMode={keysOfNumber()}
      class="control control-short"
      // A minus sign is to the left of its number in every language.
      dir={value === '' ? undefined : 'ltr'}
      value={
        isTyped ? typed : value.startsWith(unreadable) ? value.slice(unreadable.length) : writeNumber(value, locale)
      }
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onNumber(readNumber(currentTarget.value, locale));
      }}
    />
  );
}
