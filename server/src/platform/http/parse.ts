import { FieldCode } from '@portico/shared-types';
import type { z } from 'zod';
import { invalid, maxFaults, type ApiError, type FieldFault } from '../errors.ts';
import { deepestJson, isNestedDeeper } from '../nested-deeper.ts';
import { isStorableText, unstorableText } from '../storable-text.ts';
import { describeValues, missing, noneMatches } from './describe-issue.ts';

/** Parses one part of a request; throws a 400 that names every invalid field by its path. */
export function parsePart<T>(part: 'body' | 'query', schema: z.ZodType<T>, value: unknown): T {
  // With the input, a missing value is distinguished from one of another type.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(toFieldErrors(part, result.error.issues));
}

/**
 * Turns zod's issues into fields whose paths read like `body.definition.nodes[0].id`: at most as many as an error names.
 */
export function toFieldErrors(root: string, issues: readonly z.core.$ZodIssue[]): FieldFault[] {
  const faults = issues.slice(0, maxFaults).flatMap((issue, at): FieldFault[] => {
    const path = joinPath(root, issue.path);
    const next = issues[at + 1];
    if (isOutOfRange(issue) && next?.code === issue.code && joinPath(root, next.path) === path) return [];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: joinPath(path, [key]),
        message: issue.message,
        code: 'unknown_field',
      }));
    }
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return toUnionErrors(path, issue);
    return [{ path, message: messageOf(issue), code: codeOf(issue) }];
  });
  return faults.slice(0, maxFaults);
}

/** Whether a whole number is beyond the exact ones of JavaScript; zod reports a narrower bound of the same value next. */
function isOutOfRange(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'too_big') return issue.origin === 'int' && issue.maximum === Number.MAX_SAFE_INTEGER;
  return issue.code === 'too_small' && issue.origin === 'int' && issue.minimum === Number.MIN_SAFE_INTEGER;
}

/** Writes a path: names after a dot, positions in brackets. */
export function joinPath(root: string, path: readonly PropertyKey[]): string {
  let text = root;
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `.${String(step)}`;
  return text;
}

type Branch = readonly z.core.$ZodIssue[];
type UnionIssue = Extract<z.core.$ZodIssue, { code: 'invalid_union' }> & { errors: readonly Branch[] };

/**
 * The faults of a value that fits no branch of a union. If it has the shape of one branch, the faults of that branch
 * are reported (the deepest, then the fewest); otherwise all alternatives are listed. An empty object has the shape of
 * none: for it, the union may have a message of its own.
 */
function toUnionErrors(path: string, { errors: branches, message: own, input }: UnionIssue): FieldFault[] {
  if (own !== noneMatches && isEmpty(input)) return [{ path, message: own, code: 'required' }];
  const depth = (branch: Branch): number => branch.reduce((most, { path: { length } }) => Math.max(most, length), 0);
  const [nearest = []] = branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
  const inside = branches.find(([first]) => first !== undefined && !isMismatch(first));
  if (depth(nearest) > 0) return toFieldErrors(path, nearest);
  if (inside !== undefined) return toFieldErrors(path, inside);
  const firsts = branches.flatMap(([first]) => first ?? []);
  if (firsts.some((issue) => messageOf(issue) === missing)) return [{ path, message: missing, code: 'required' }];
  const values = firsts.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  const others = firsts.filter(({ code }) => code !== 'invalid_value').map(({ message }) => message);
  const messages = [...new Set([...(values.length > 0 ? [describeValues(values)] : []), ...others])];
  const [message = noneMatches, ...more] = messages;
  const code = values.length > 0 && others.length === 0 ? 'invalid_option' : 'invalid';
  return [{ path, message: [message, ...more.map((text) => text.replace(/^must be /, ''))].join(' or '), code }];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The message of an issue. A schema's own message describes a wrong value; that a value is missing is said in any case. */
function messageOf(issue: z.core.$ZodIssue): string {
  const isMissing = 'input' in issue && issue.input === undefined && isMismatch(issue);
  return isMissing ? missing : issue.message;
}

const formatCodes: Readonly<Record<string, FieldCode>> = {
  url: 'invalid_url',
  email: 'invalid_email',
  date: 'invalid_date',
  datetime: 'invalid_date',
};

/** The code that front ends get for an issue; our own checks put their code in `params`. */
function codeOf(issue: z.core.$ZodIssue): FieldCode {
  if (messageOf(issue) === missing) return 'required';
  switch (issue.code) {
    case 'invalid_type':
      return 'invalid_type';
    case 'invalid_value':
      return 'invalid_option';
    case 'invalid_format':
      return formatCodes[issue.format] ?? 'invalid_format';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many' : 'too_large';
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'required' : 'too_short';
      if (issue.origin === 'array') return issue.minimum === 1 ? 'required' : 'too_few';
      return 'too_small';
    case 'invalid_union':
      return issue.discriminator === undefined ? 'invalid' : 'invalid_option';
    case 'custom':
      return FieldCode.safeParse(issue.params?.['code']).data ?? 'invalid';
    default:
      return 'invalid';
  }
}

/** True if the value has another type or format, false if it is only out of bounds. */
function isMismatch({ code }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_format';
}

/**
 * Parses a JSON body, regardless of its declared type: `curl -d` declares a form. Text that Postgres can't store (NUL,
 * lone surrogates), numbers beyond the range of a double and fields named `__proto__` are rejected here for all routes.
 * @throws ApiError 400; it names the right Content-Type if `declared` is another one.
 */
export function parseJson(bytes: Buffer, declared = 'application/json'): unknown {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    const isJson = /^application\/([\w.-]+\+)?json\b/i.test(declared);
    const remedy = `: this path takes JSON with Content-Type: application/json, not ${declared.slice(0, 100)}`;
    throw invalid({ path: 'body', message: `is not valid JSON${isJson ? '' : remedy}`, code: 'invalid_format' });
  }
  refuseUnstorable('body', text, value);
  return value;
}

/** Throws a 400 for JSON that can't be stored, or not all of it. @param value what `text` is parsed to. */
export function refuseUnstorable(root: string, text: string, value: unknown): void {
  if (isNestedDeeper(text, deepestJson)) {
    throw invalid({ path: root, message: `is nested more than ${deepestJson} levels deep; flatten it` });
  }
  if (/\\u(?:0000|d[89a-f])/i.test(text)) {
    const fault = findBad(value, root, (leaf) => typeof leaf === 'string' && !isStorableText(leaf));
    if (fault !== undefined) throw badText(fault);
  }
  // Such a number would be stored as null, because JSON has no Infinity. It has at least 100 digits before the point, or
  // an exponent of three digits. Digits are counted from the first one: otherwise, each of 99 would be read 50 times.
  if (/(?<!\d)\d{100}|e\+?\d{3}/i.test(text)) {
    const fault = findBad(value, root, (leaf) => leaf === Infinity || leaf === -Infinity);
    if (fault !== undefined) throw invalid({ path: fault, message: 'is too large' });
  }
  // Schemas leave out a field of this name, because assigning it would change the object; its letters may be escaped.
  if (/__proto__|\\u00[567]/i.test(text)) {
    const isProto = (name: string): boolean => name === '__proto__';
    const owner = findBad(value, root, () => false, isProto);
    if (owner !== undefined) {
      throw invalid({ path: `${owner}.__proto__`, message: 'is a name that no field may have', code: 'not_allowed' });
    }
  }
}

/** A 400 for text that can't be stored. */
export function badText(path: string): ApiError {
  return invalid({ path, message: unstorableText, code: 'invalid_text' });
}

/** Path of the first text, number or other leaf that is bad, or of the object that has a bad key. */
function findBad(
  value: unknown,
  path: string,
  isBad: (leaf: unknown) => boolean,
  isBadName: (name: string) => boolean = isBad,
): string | undefined {
  if (typeof value !== 'object' || value === null) return isBad(value) ? path : undefined;
  for (const [key, child] of Object.entries(value)) {
    if (isBadName(key)) return path;
    const found = findBad(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, isBad, isBadName);
    if (found !== undefined) return found;
  }
  return undefined;
}
