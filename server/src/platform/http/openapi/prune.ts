import { isJson } from './json.ts';

/** Removes parts of a schema that carry no information. */
export function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isJson(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, child]) => !saysNothing(name, child))
    .map(([name, child]) => [name, tidy(child)] as const);
  return Object.fromEntries(entries);
}

function saysNothing(name: string, value: unknown): boolean {
  // The limits of safe integers in JavaScript.
  if (name === 'maximum' || name === 'minimum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  // A union with a member that accepts everything accepts everything.
  if (name !== 'anyOf' || !Array.isArray(value)) return false;
  return value.some((member) => isJson(member) && Object.keys(member).length === 0);
}
