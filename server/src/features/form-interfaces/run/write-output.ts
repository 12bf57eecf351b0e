import { toStorableText } from '../../../platform/storable-text.ts';

/**
 * The output that a form shows: the one named `output`, else `text`, else the only one
 * (docs/reference/public-forms.md#output).
 */
export function chooseOutput(outputs: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(outputs);
  return ['output', 'text'].find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined);
}

/** That output as text; if there is none to choose, all of them as JSON. */
export function writeOutput(outputs: Readonly<Record<string, unknown>>): string {
  const name = chooseOutput(outputs);
  const value = name === undefined ? outputs : outputs[name];
  if (value === null || value === undefined) return '';
  return toStorableText(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}
