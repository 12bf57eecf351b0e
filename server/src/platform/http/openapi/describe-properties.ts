import { describeProperty } from '@portico/shared-types/descriptions/index';
import { isRecord } from '../../is-record.ts';
import type { Json } from './json.ts';

/** Keywords whose value is a schema for the same place. */
const nested = new Set(['items', 'additionalProperties', 'propertyNames']);
/** A longer default is not useful in a sentence. */
const maxDefaultCharacters = 60;

/**
 * Adds to each property of a schema, at any depth, its description from shared-types, and its default.
 *
 * The keyword `default` itself is left out: code generators (openapi-typescript with its default flags) treat a
 * property with a default as always present, and require it in requests.
 *
 * @param place Name of the schema, as `describeProperty` takes it.
 */
export function describeProperties(schema: Json, place: string): Json {
  const described: Json = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'default') continue;
    if (keyword === 'properties' && isRecord(value)) described[keyword] = describeEach(value, place);
    else if (Array.isArray(value)) described[keyword] = value.map((entry) => descend(entry, place));
    else described[keyword] = nested.has(keyword) ? descend(value, place) : value;
  }
  return described;
}

function describeEach(properties: Json, place: string): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (!isRecord(property)) return [name, property];
      const inside = describeProperties(property, `${place}.${name}`);
      const own = inside['description'];
      const text = typeof own === 'string' ? own : (describeProperty(place, name) ?? '');
      const description = `${text} ${describeDefault(property)}`.trim();
      return [name, description === '' ? inside : { ...inside, description }];
    }),
  );
}

function describeDefault(property: Json): string {
  const value = JSON.stringify(property['default']);
  return value === undefined || value.length > maxDefaultCharacters ? '' : `Default: \`${value}\`.`;
}

function descend(value: unknown, place: string): unknown {
  return isRecord(value) ? describeProperties(value, place) : value;
}
