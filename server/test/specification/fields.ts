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
 * Converts a table of fields to tests: one for each field, which the resource must have with its type, and one that it
 * has no other fields. A row is a type, or the table's description of it with a schema.
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

/** The expected error in the versioned envelope (section 7). */
export function expectError(answer: { status: number; body: Body }, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  expect(answer.body).toEqual({
    error: { code, message: expect.any(String), details: expect.any(Object) },
    meta: { request_id: expect.any(String), timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
  });
}

/** The expected 404, which names the resource and the id. */
export function expectUnknown(answer: { status: number; body: Body }, resource: string, id: string): void {
  expectError(answer, 404, 'resource_not_found');
  // Public endpoints add the reason, which front ends translate.
  const { reason = 'not_found', ...details } = answer.body.error.details;
  expect([details, reason]).toEqual([{ resource, id }, 'not_found']);
}

/** The expected 400, with exactly these paths of invalid fields. */
export function expectInvalid(answer: { status: number; body: Body }, ...paths: string[]): void {
  expectError(answer, 400, 'validation_error');
  const { fields } = answer.body.error.details;
  expect(fields.map(({ path }: { path: string }) => path)).toEqual(paths);
  for (const { message } of fields) expect(message).toEqual(expect.stringMatching(/./));
}
