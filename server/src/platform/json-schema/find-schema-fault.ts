/** Limits of a JSON Schema that a user saves: compiling one costs far more time and memory than its text. */
const schemaLimits = {
  /** UTF-16 units of its JSON text. */
  length: 256 * 1024,
  /** Number of values in it: objects, lists, and their contents. */
  values: 5_000,
  /** Levels of objects and lists. */
  depth: 32,
  /** Entries of one list of an `enum`, or of any other list. */
  entries: 1_000,
} as const;

export interface SchemaFormFault {
  /** The position in the schema, as in `.properties.a`; '' for the schema itself. */
  path: string;
  message: string;
}

/** The dialects that can be compiled, by their `$schema`. */
const dialects: Readonly<Record<string, 'draft-07' | '2019-09' | '2020-12'>> = {
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
};

/** The value of `$schema`, without the empty fragment at the end of older ones. */
export function readDialect(name: string): 'draft-07' | '2019-09' | '2020-12' | undefined {
  const key = name.replace(/#$/, '');
  return Object.hasOwn(dialects, key) ? dialects[key] : undefined;
}

/**
 * Returns why an untrusted JSON Schema may not be compiled: it is too large, has an unknown dialect, or uses `$async`,
 * which makes validation return a promise that counts as valid and ends the process when it rejects. Linear, and stops
 * at the limits.
 */
export function findSchemaFault(schema: unknown): SchemaFormFault | undefined {
  return findFormFault(schema) ?? findDialectFault(schema);
}

/** The same for a schema that is only passed on, whose dialect doesn't matter. */
export function findFormFault(schema: unknown): SchemaFormFault | undefined {
  const { depth, values, entries, length } = schemaLimits;
  const waiting: { value: unknown; path: string; level: number }[] = [{ value: schema, path: '', level: 1 }];
  let seen = 0;
  let size = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path, level } = next;
    seen += 1;
    size += typeof value === 'string' ? value.length : 1;
    if (seen > values) return { path: '', message: `has more than ${format(values)} values; split it or shorten it` };
    if (size > length) return { path: '', message: `is longer than ${format(length)} characters; shorten it` };
    if (typeof value !== 'object' || value === null) continue;
    if (level > depth) return { path: '', message: `is nested more than ${depth} levels deep; flatten it` };
    const children = Object.entries(value);
    if (Array.isArray(value) && children.length > entries) {
      return { path, message: `has more than ${format(entries)} entries; use a text instead of so many options` };
    }
    for (const [key, child] of children) {
      size += key.length;
      if (key === '$async' && !(typeof child === 'object' && child !== null)) {
        return { path: `${path}.$async`, message: 'is not supported; remove it' };
      }
      waiting.push({
        value: child,
        path: Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`,
        level: level + 1,
      });
    }
  }
  return undefined;
}

function findDialectFault(schema: unknown): SchemaFormFault | undefined {
  if (typeof schema !== 'object' || schema === null || !('$schema' in schema)) return undefined;
  if (typeof schema.$schema === 'string' && readDialect(schema.$schema) !== undefined) return undefined;
  const known = Object.keys(dialects).join(', ');
  return { path: '.$schema', message: `must be one of ${known}; without it, draft-07 and 2020-12 keywords are read` };
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
