import { useState } from 'preact/hooks';

interface NameOnLeave {
  readonly fault: string | undefined;
  readonly input: {
    readonly value: string;
    readonly onValue: (typed: string) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/**
 * A name that connections or expressions use. It is changed when its field is left, if it has no fault: with each
 * letter, they would follow to another name, which could be the empty one or that of something else.
 */
export function useNameOnLeave(
  name: string,
  faultOf: (typed: string) => string | undefined,
  onName: (name: string) => void,
): NameOnLeave {
  const [typed, setTyped] = useState<{ text: string; of: string }>();
  const text = typed?.of === name ? typed.text : name;
  const fault = faultOf(text);
  const apply = () => {
    if (text === name || fault !== undefined) return;
    setTyped(undefined);
    onName(text);
  };
  return {
    fault,
    input: {
      value: text,
      onValue: (next) => setTyped({ text: next, of: name }),
      onBlur: apply,
      onKeyDown: (event) => {
        // What was typed is undone first, by the browser.
        if (event.key.toLowerCase() === 'z' && text !== name) event.stopPropagation();
        if (event.key !== 'Enter') return;
        // Otherwise it would save the form.
        event.preventDefault();
        apply();
      },
    },
  };
}
