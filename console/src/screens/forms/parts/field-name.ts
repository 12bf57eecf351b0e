/** Names that mean something else to workflows, or in the address of a form. */
const taken: ReadonlySet<string> = new Set('message files urls content unread url locale theme'.split(' '));

const maxLength = 40;

/** Whether it is the name of a question that was added and not named yet. */
export function isNumbered(name: string): boolean {
  return /^field_\d+$/.test(name);
}

/**
 * The name for workflows that a label suggests, like `phone_number`. Undefined if another question has it, or if it
 * can't be written in ASCII: without its other letters, it would be another word.
 */
export function nameOfLabel(label: string, others: readonly string[]): string | undefined {
  const plain = label
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '');
  const [first = '', ...rest] = plain.match(/[a-z0-9]+/g) ?? [];
  const name = rest.reduce((text, word) => (`${text}_${word}`.length > maxLength ? text : `${text}_${word}`), first);
  const isReadable = /^[a-z]/.test(name) && name.length <= maxLength && !/[^\P{L}a-z]/u.test(plain);
  return isReadable && !taken.has(name) && !others.includes(name) ? name : undefined;
}
