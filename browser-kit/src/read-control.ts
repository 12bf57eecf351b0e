/** The value of a number or a date that isn't one, such as "12 kg" or a date without its year. */
export const unreadable = '?';
/** `unreadable` and what was typed, as `readNumber` returns it. */
export type UnreadableNumber = `${typeof unreadable}${string}`;

export function isUnreadable(value: unknown): value is UnreadableNumber {
  return typeof value === 'string' && value.startsWith(unreadable);
}

/**
 * The value of a control, or `unreadable`: what isn't a number or a date is shown in the control, but the browser says
 * that it is empty.
 */
export function readControl(control: HTMLInputElement): string {
  return control.validity.badInput ? unreadable : control.value;
}
