import type { VisitorContext } from '../../platform/visitor-context.ts';

/** Fields that are verified only by a signature. Metadata, page and locale are never verified. */
const signedFields: ReadonlySet<string> = new Set(['visitor.user_id', 'visitor.email', 'visitor.name']);
const variable = String.raw`visitor\.(?:name|email|user_id|metadata\.[\w-]+)|page\.(?:url|title)|locale`;
const placeholder = new RegExp(String.raw`\{\{\s*(${variable})\s*\}\}`, 'g');
const isVariable = new RegExp(`^(?:${variable})$`);
const maxCharacters = 500;

/**
 * A system prompt with the visitor's values in place of their names, as JSON strings: a value can't end the surrounding
 * sentence, tag or fence, and is not searched for placeholders again. Unknown or unlisted values are empty.
 */
export function fillPrompt(prompt: string, visitor: VisitorContext | null): string {
  return prompt.replaceAll(placeholder, (_, name: string) => {
    const value = readValue(visitor, name);
    if (value === null) return '';
    const mark = signedFields.has(name) && !isVerified(visitor, name) ? ' (unverified)' : '';
    return quote(value) + mark;
  });
}

/** Whether a tool's placeholder names a value of the visitor. */
export function isVisitorVariable(name: string): boolean {
  return isVariable.test(name);
}

/** A value for a tool: without quotes, and null if it is unknown, unlisted, or should be verified and is not. */
export function findVisitorValue(visitor: VisitorContext | null, name: string): unknown {
  const value = readValue(visitor, name);
  if (signedFields.has(name) && !isVerified(visitor, name)) return null;
  return value;
}

function readValue(visitor: VisitorContext | null, name: string): unknown {
  const value = visitor !== null && Object.hasOwn(visitor.values, name) ? visitor.values[name] : null;
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return cut(value);
  const text = JSON.stringify(value);
  return text.length <= maxCharacters ? value : cut(text);
}

function isVerified(visitor: VisitorContext | null, name: string): boolean {
  const identity = visitor?.identity;
  if (identity === null || identity === undefined) return false;
  if (name === 'visitor.user_id') return true;
  return (name === 'visitor.email' ? identity.email : identity.name) !== null;
}

function cut(text: string): string {
  return Array.from(text.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters)
    .join('')
    .toWellFormed();
}

/** JSON without characters that could end tags, fences or lines. */
function quote(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>`\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
