import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Body } from './world.ts';

const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The types as the specification's tables name them. */
const types = {
  string: z.string(),
  number: z.number(),
  integer: z.int(),
  boolean: z.boolean(),
  object: z.record(z.string(), z.unknown()),
  null: z.null(),
  timestamp,
  'string or null': z.string().nullable(),
  'number or null': z.number().nullable(),
  'integer or null': z.int().nullable(),
  'timestamp or null': timestamp.nullable(),
  'object or null': z.record(z.string(), z.unknown()).nullable(),
  'array of strings': z.array(z.string()),
} as const;

type Row = keyof typeof types | readonly [type: string, schema: z.ZodType];

/**
 * A table of fields as tests: one for each row, which the resource has to have with that type, and one that there is
 * nothing else. A row is a type, or what the table says of it and a schema for that.
 */
export function testFields(resource: () => Body, rows: Readonly<Record<string, Row>>): void {
  const named = Object.entries(rows).map(([field, row]) => {
    const [type, schema] = typeof row === 'string' ? [row, types[row]] : row;
    return [field, type, schema] as const;
  });
  it.each(named)('%s: %s', (field, _type, schema) => {
    expect(resource()).toHaveProperty([field]);
    const value: unknown = resource()[field];
    expect(schema.safeParse(value).error?.issues ?? []).toEqual([]);
  });
  it('has these fields and no other', () => {
    expect(Object.keys(resource()).toSorted()).toEqual(Object.keys(rows).toSorted());
  });
}

/** What an error must be in the versioned envelope (section 7). */
export function expectError(answer: { status: number; body: Body }, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  expect(answer.body).toEqual({
    error: { code, message: expect.any(String), details: expect.any(Object) },
    meta: { request_id: expect.any(String), timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
  });
}

/** A 404 that names the resource and the id. */
export function expectUnknown(answer: { status: number; body: Body }, resource: string, id: string): void {
  expectError(answer, 404, 'resource_not_found');
  // Public endpoints add the reason that front ends put into words.
  const { reason = 'not_found', ...details } = answer.body.error.details;
  expect([details, reason]).toEqual([{ resource, id }, 'not_found']);
}

/** A 400 whose fields are at fault at exactly these paths. */
export function expectInvalid(answer: { status: number; body: Body }, ...paths: string[]): void {
  expectError(answer, 400, 'validation_error');
  const { fields } = answer.body.error.details;
  expect(fields.map(({ path }: { path: string }) => path)).toEqual(paths);
  for (const { message } of fields) expect(message).toEqual(expect.stringMatching(/./));
}
