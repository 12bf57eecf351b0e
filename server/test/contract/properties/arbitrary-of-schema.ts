import * as fc from 'fast-check';
import type { Json } from '../../../src/platform/http/openapi/json.ts';
import { isRecord } from '../../../src/platform/is-record.ts';
import { stringOf } from './string-of.ts';

/** The generator's context: the document, and the identifiers of existing resources on the server. */
export interface Sources {
  readonly document: Json;
  /** Identifiers by the name of the resource, as the document names it: `knowledge base`. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const deepest = 9;

/**
 * Values that match a schema of the document (the part of JSON Schema 2020-12 that the document uses). `name` is the
 * property of the value, because some names imply more than their schema.
 */
export function arbitraryOf(schema: unknown, sources: Sources, name = '', depth = 0): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return fc.jsonValue();
  const go = (child: unknown, childName = name): fc.Arbitrary<unknown> =>
    arbitraryOf(child, sources, childName, depth + 1);
  if (typeof schema['$ref'] === 'string') return go(resolve(sources.document, schema['$ref']));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const union = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(union)) return fc.oneof(...union.map((member: unknown) => go(member)));
  switch (schema['type']) {
    case 'string':
      return stringOf(schema, name, sources);
    case 'integer':
      return fc.integer({ min: numberOr(schema['minimum'], -1_000), max: numberOr(schema['maximum'], 100_000) });
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return arrayOf(schema, go(schema['items']), depth);
    case 'object':
      return objectOf(schema, go, depth);
    default:
      return 'not' in schema ? fc.constant(undefined) : fc.jsonValue({ maxDepth: 2 });
  }
}

/** The target of a reference in the document. */
export function resolve(document: Json, reference: string): unknown {
  let found: unknown = document;
  for (const part of reference.replace(/^#\//, '').split('/')) {
    found = isRecord(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return found;
}

function numberOf(schema: Json): fc.Arbitrary<number> {
  const above = numberOr(schema['exclusiveMinimum'], Number.NaN);
  return fc.double({
    min: Number.isNaN(above) ? numberOr(schema['minimum'], -1_000) : above + 0.001,
    max: numberOr(schema['maximum'], 100_000),
    noNaN: true,
  });
}

function arrayOf(schema: Json, items: fc.Arbitrary<unknown>, depth: number): fc.Arbitrary<unknown[]> {
  const least = numberOr(schema['minItems'], 0);
  const most = depth > deepest ? least : Math.min(numberOr(schema['maxItems'], 2), least + 2);
  return fc.array(items, { minLength: least, maxLength: Math.max(least, most) });
}

function objectOf(
  schema: Json,
  go: (child: unknown, name: string) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<Json> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as string[]) : []);
  const wanted = Object.entries(properties).filter(([name]) => depth <= deepest || required.has(name));
  const members = wanted.map(([name, child]) => {
    const value = go(child, name).map((given) => ({ [name]: given }));
    // Mostly left out: more fields mean more errors, and a request that fails immediately tests little.
    return required.has(name)
      ? value
      : fc.oneof({ arbitrary: fc.constant({}), weight: 2 }, { arbitrary: value, weight: 1 });
  });
  const known = fc.tuple(...members).map((parts): Json => Object.assign({}, ...parts));
  const more = schema['additionalProperties'];
  if (!isRecord(more) || depth > deepest) return known;
  const names = fc.constantFrom('text', 'topic', 'number', 'übung', 'a b');
  return fc
    .tuple(known, fc.dictionary(names, go(more, ''), { maxKeys: 2 }))
    .map(([own, others]) => ({ ...others, ...own }));
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
