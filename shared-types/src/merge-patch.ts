import { z } from 'zod';

/**
 * The schema of a JSON Merge Patch of `schema` (RFC 7396): every member may be left out, or be null to take it away.
 * What comes of the merge is parsed by `schema` itself, so that defaults take the place of what was taken away.
 */
export function mergePatchOf(schema: z.ZodObject): z.ZodType<Record<string, unknown>> {
  return patchObject(schema);
}

function patchObject(schema: z.ZodObject): z.ZodObject<Record<string, z.ZodType>> {
  const members = Object.entries(schema.shape).map(([name, member]) => [name, patchMember(member)] as const);
  return z.strictObject(Object.fromEntries(members));
}

function patchMember(member: z.core.SomeType): z.ZodType {
  const inner = unwrap(member);
  return z.optional(z.nullable(inner instanceof z.ZodObject ? patchObject(inner) : inner));
}

function unwrap(schema: z.core.SomeType): z.core.SomeType {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable;
  return isWrapped ? unwrap(schema.unwrap()) : schema;
}
