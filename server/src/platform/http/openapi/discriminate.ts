import { isRecord } from '../../is-record.ts';
import type { Json } from './json.ts';

/** Adds a discriminator to the members of a union. */
export function addDiscriminators(schemas: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { ...schema, ...discriminatorOf(schema, schemas) }]),
  );
}

/** The property that has a different constant in each member of a union, if there is one. */
function discriminatorOf(union: Json, schemas: Json): Json {
  const members = union['oneOf'] ?? union['anyOf'];
  if (!Array.isArray(members) || members.length < 2) return {};
  for (const propertyName of ['type', 'event']) {
    const mapping = members.flatMap((member: unknown) => {
      const ref = isRecord(member) ? member['$ref'] : undefined;
      const constant =
        typeof ref === 'string' ? constantOf(schemas[ref.split('/').at(-1) ?? ''], propertyName) : undefined;
      return constant === undefined ? [] : [[constant, ref] as const];
    });
    if (mapping.length === members.length)
      return { discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
  }
  return {};
}

function constantOf(schema: unknown, property: string): string | undefined {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  const found = isRecord(properties) ? properties[property] : undefined;
  const constant = isRecord(found) ? found['const'] : undefined;
  return typeof constant === 'string' ? constant : undefined;
}
