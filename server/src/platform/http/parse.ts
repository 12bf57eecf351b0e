import type { FieldError } from '@portico/shared-types';
import type { z } from 'zod';
import { invalid, type ApiError } from '../errors.ts';

/** Parses one part of a request; throws a 400 that names every field at fault by its path. */
export function parsePart<T>(part: 'body' | 'query', schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(toFieldErrors(part, result.error.issues));
}

/** Turns zod's issues into fields whose paths read like `body.definition.nodes[0].id`. */
export function toFieldErrors(root: string, issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    const path = joinPath(root, issue.path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: joinPath(path, [key]), message: 'is not a known field' }));
    }
    if (issue.code === 'invalid_union') {
      const nearest = nearestBranch(issue.errors);
      if (nearest !== undefined) return toFieldErrors(path, nearest);
    }
    return [{ path, message: describe(issue) }];
  });
}

/** Writes a path: names after a dot, positions in brackets. */
export function joinPath(root: string, path: readonly PropertyKey[]): string {
  let text = root;
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `.${String(step)}`;
  return text;
}

function describe(issue: z.core.$ZodIssue): string {
  // zod leaves the input out of its issues, so what was missing shows only in the message.
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is required';
  return issue.message;
}

/** Of a union's branches, the one the value came nearest to: its first fault lies deepest, and it has the fewest. */
function nearestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const depth = (branch: readonly z.core.$ZodIssue[]): number => Math.max(0, ...branch.map(({ path }) => path.length));
  return branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
}

/**
 * Parses a JSON body. Text that Postgres can't hold (NUL, lone surrogates) is refused here, once, for all.
 * @throws ApiError 400
 */
export function parseJson(bytes: Buffer): unknown {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw invalid({ path: 'body', message: 'is not valid JSON' });
  }
  if (/\\u(?:0000|d[89a-f])/i.test(text)) {
    const fault = findBadText(value, 'body');
    if (fault !== undefined) throw badText(fault);
  }
  return value;
}

/** A 400 for text that can't be stored. */
export function badText(path: string): ApiError {
  return invalid({ path, message: 'holds a NUL character or a lone surrogate, which is not valid text' });
}

export function isBadText(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

function findBadText(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isBadText(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    if (isBadText(key)) return path;
    const found = findBadText(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
