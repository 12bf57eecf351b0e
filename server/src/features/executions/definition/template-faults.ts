import type { FieldFault } from '../../../platform/errors.ts';
import { isTemplate, parseBareExpression, parseTemplate } from '../engine/templates/parse-template.ts';
import { joinPath } from '../../../platform/http/parse.ts';

/** Every string of a JSON value that is not a valid template; `raw` keys at its top level are skipped. */
export function templateFaults(value: unknown, path: string, raw: readonly string[] = []): FieldFault[] {
  return listTexts(value, path, raw).flatMap(([at, text]) =>
    isTemplate(text) ? faultsOf(at, () => parseTemplate(text)) : [],
  );
}

/** Every string of a JSON value, with its path; `raw` keys at its top level are skipped. */
export function listTexts(value: unknown, path: string, raw: readonly string[] = []): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((entry, index) => listTexts(entry, joinPath(path, [index])));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    raw.includes(key) ? [] : listTexts(entry, joinPath(path, [key])),
  );
}

/** The fault of a bare expression, if it has one. */
export function expressionFaults(expression: unknown, path: string): FieldFault[] {
  return typeof expression === 'string' ? faultsOf(path, () => parseBareExpression(expression)) : [];
}

function faultsOf(path: string, parse: () => unknown): FieldFault[] {
  try {
    parse();
    return [];
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : 'can’t be read' }];
  }
}
