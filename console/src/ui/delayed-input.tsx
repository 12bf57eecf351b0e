import { isComposing } from '@portico/browser-kit/is-composing';
import type { ComponentProps } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TextInput } from './field.tsx';

/** Milliseconds without a key press until the text is reported. */
const pauseMs = 300;

/** A text that filters a list as soon as typing pauses, or with Enter. */
export function DelayedInput({ value, onValue, ...rest }: ComponentProps<typeof TextInput>) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Another value comes from outside: the filter was removed, or a link was opened.
    if (value === reported.current) return;
    clearTimeout(timer.current);
    reported.current = value;
    setTyped(value);
  }, [value]);
  const report = (text: string) => {
    clearTimeout(timer.current);
    if (text === reported.current) return;
    reported.current = text;
    onValue(text);
  };
  return (
    <TextInput
      {...rest}
      value={typed}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event)) return;
        // The form around it isn't saved by a search.
        if (event.currentTarget.form !== null) event.preventDefault();
        report(event.currentTarget.value.trim());
      }}
      onValue={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => report(text.trim()), pauseMs);
      }}
    />
  );
}
