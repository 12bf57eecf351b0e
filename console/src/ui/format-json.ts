import { escapeReordering } from '@portico/browser-kit/escape-reordering';

export interface FormattedJson {
  readonly text: string;
  /** True if a part of the value is left out. */
  readonly isCut: boolean;
}

/**
 * Indented JSON, up to about `maxLength` characters; what follows is not visited. The indentation of deep values counts,
 * so it also limits their depth.
 */
export function formatJson(root: unknown, maxLength: number): FormattedJson {
  let text = '';
  let isCut = false;

  const write = (value: unknown, depth: number): void => {
    if (typeof value === 'string') writeString(value);
    else if (typeof value !== 'object' || value === null) text += JSON.stringify(value) ?? 'null';
    else writeEntries(value, depth);
  };

  const writeString = (value: string): void => {
    const part = startOf(value, Math.max(0, maxLength - text.length));
    if (part.length < value.length) isCut = true;
    const quoted = JSON.stringify(part.length < value.length ? `${part}…` : part);
    text += escapeReordering(quoted);
  };

  const writeEntries = (value: object, depth: number): void => {
    const isList = Array.isArray(value);
    const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
    const indent = `\n${'  '.repeat(depth)}`;
    text += isList ? '[' : '{';
    for (const [at, [name, entry]] of entries.entries()) {
      text += `${at === 0 ? '' : ','}${indent}  `;
      if (text.length >= maxLength) {
        cut();
        break;
      }
      if (!isList) {
        writeString(name);
        text += ': ';
      }
      write(entry, depth + 1);
    }
    if (entries.length > 0) text += indent;
    text += isList ? ']' : '}';
  };

  const cut = (): void => {
    text += '…';
    isCut = true;
  };

  write(root, 0);
  return { text, isCut };
}

/** The first characters of a text, without half of the last one. */
export function startOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** The last characters of a text, without half of the first one. */
export function endOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '');
}
