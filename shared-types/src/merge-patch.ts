import { z } from 'zod';

/**
 * The schema of a JSON Merge Patch of `schema` (RFC 7396): every member may be left out, or be null to remove it. The
 * result of the merge is parsed by `schema` itself, so that removed members get their defaults.
 */
export function mergePatchOf<Schema extends z.ZodObject>(
  schema: Schema,
): z.ZodType<Record<string, unknown>, MergePatch<z.input<Schema>>> {
  return patchObject(schema) as unknown as z.ZodType<Record<string, unknown>, MergePatch<z.input<Schema>>>;
}

/** The writable fields of a resource: each member, none, or null to remove it; lists are replaced as a whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: MergePatch<T[Key]> | null | undefined }
    : T;

function patchObject(schema: z.ZodObject): z.ZodObject<Record<string, z.ZodType>> {
  const members = Object.entries(schema.shape).map(([name, member]) => [name, patchMember(member)] as const);
  return z.strictObject(Object.fromEntries(members));
}

function patchMember(member: z.core.SomeType): z.ZodType {
  const inner = unwrap(member);
  return z.optional(z.nullable(patchValue(inner)));
}

function patchValue(inner: z.core.SomeType): z.core.SomeType {
  if (inner instanceof z.ZodObject) return patchObject(inner);
  // An entry of a record is removed with null, too.
  if (inner instanceof z.ZodRecord) return z.record(inner.keyType, z.nullable(patchValue(unwrap(inner.valueType))));
  return inner;
}

function unwrap(schema: z.core.SomeType): z.core.SomeType {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable;
  return isWrapped ? unwrap(schema.unwrap()) : schema;
}
