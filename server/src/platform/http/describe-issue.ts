import { z } from 'zod';
import { unknownField } from '../unknown-field.ts';

/*
 * zod's own messages are written for programmers ("Too small: expected string to have >=1 characters"). Ours follow the
 * path of the field and state the expected value. They are set once for the process, because schemas also parse inside
 * schemas, where no option can be passed on; a message given by a schema is kept.
 */
z.config({ customError: describeIssue });

/** The message for a missing field. */
export const missing = 'is required';

/** The message for a value that fits no branch of a union. */
export const noneMatches = 'matches none of the allowed forms';

/** Describes the expected value in words that follow its path: `must be a whole number`. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'custom' && issue.code !== 'unrecognized_keys' && issue.input === undefined) return missing;
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.inst);
    case 'too_small':
      return describeLeast(issue);
    case 'too_big':
      return describeMost(issue);
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject ? unknownField(Object.keys(issue.inst.shape)) : 'is not a known field';
    case 'invalid_value':
      return describeValues(issue.values);
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? `of the form ${issue.pattern ?? issue.format}`}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return `is not a valid field name: it ${issue.issues[0]?.message ?? 'is not allowed'}`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? describeValues(issue.options) : noneMatches;
    default:
      return undefined;
  }
}

/** Lists the accepted values; a long list is cut. */
export function describeValues(values: readonly unknown[]): string {
  const names = values.map((value) => (typeof value === 'string' ? value : String(value)));
  const shown = names.slice(0, 40);
  if (names.length === 1) return `must be ${shown.join('')}`;
  return `must be one of ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'a date and time like 2026-01-31T09:00:00.000Z',
  date: 'a date like 2026-01-31',
  url: 'an address like https://example.com',
  email: 'an e-mail address',
};

function describeType(expected: string, schema: unknown): string {
  if (expected === 'never') return 'must be left out';
  if (expected === 'number' && schema instanceof z.ZodNumber && schema.isInt) return 'must be a whole number';
  return `must be ${types[expected] ?? expected}`;
}

function describeLeast({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const unit = units[origin];
  if (unit !== undefined && minimum === 1) return 'must not be empty';
  if (unit !== undefined) return `must have at least ${count(minimum, unit)}`;
  return inclusive === false ? `must be more than ${write(minimum)}` : `must be at least ${write(minimum)}`;
}

function describeMost({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const unit = units[origin];
  if (unit !== undefined) return `must have at most ${count(maximum, unit)}`;
  return inclusive === false ? `must be less than ${write(maximum)}` : `must be at most ${write(maximum)}`;
}

const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function count(amount: number | bigint, [one, many]: readonly [string, string]): string {
  return `${write(amount)} ${amount === 1 ? one : many}`;
}

function write(amount: number | bigint): string {
  return amount.toLocaleString('en');
}
