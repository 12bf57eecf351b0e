import { useState } from 'preact/hooks';

/*
 * A value that is edited as text: what is JSON has the type of that JSON, anything else is a text. So `{{ inputs.x }}`
 * needs no quotes, and nothing that was typed is lost because it is not JSON yet.
 */

/** Returns undefined for an empty text. */
export function parseJsonText(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // Such an integer would become another one; as a text it keeps its digits.
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
  } catch {
    return text;
  }
}

export function writeJsonText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string' && typeof parseJsonText(value) === 'string' && jsonFaultOf(value) !== undefined)
    return value;
  return JSON.stringify(value, null, 2);
}

/** Why a text isn't JSON; undefined if it is. */
export function jsonFaultOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure.message : '';
  }
}

/** The text of a value while it is typed, as it was typed: formatting it would move the caret. */
export function useJsonText(
  value: unknown,
  onValue: (value: unknown) => void,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(() => writeJsonText(value));
  const written = writeJsonText(value);
  // Another value comes from outside: something was undone, or discarded.
  const isTyped = writeJsonText(parseJsonText(typed)) === written;
  const type = (text: string) => {
    setTyped(text);
    onValue(parseJsonText(text));
  };
  return [isTyped ? typed : written, type];
}
