import { cutText } from './cut-text.ts';

/** Maximum number of names in a message, and characters of each: some are those of an owner's own fields. */
const maxNames = 40;
const maxName = 100;

/** The message for a field that an object doesn't have; `known` are those that it has. */
export function unknownField(known: readonly string[]): string {
  const names = known.slice(0, maxNames).map((name) => cutText(name, maxName));
  const more = known.length > names.length ? ', …' : '';
  return `is not a known field; known here: ${names.length === 0 ? 'none' : names.join(', ')}${more}`;
}
