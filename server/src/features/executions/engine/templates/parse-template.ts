import { shortenText } from '../../../../platform/cut-text.ts';
import { parseExpression, type ParsedExpression } from './parse-expression.ts';
import { TemplateError } from './template-error.ts';

/** A string divided into text and expressions, in order. */
export type ParsedTemplate = readonly (string | ParsedExpression)[];

const maxCached = 5_000;
const candidates = 50;
const cache = new Map<string, ParsedTemplate>();

/** True if the string contains expressions. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** Divides a template at its `{{ expression }}`s; throws a TemplateError for an invalid or unterminated one. */
export function parseTemplate(text: string): ParsedTemplate {
  const known = cache.get(text);
  if (known) return known;
  const parts: (string | ParsedExpression)[] = [];
  let end = 0;
  for (let start = text.indexOf('{{'); start !== -1; start = text.indexOf('{{', end)) {
    if (start > end) parts.push(text.slice(end, start));
    const found = readExpression(text, start + 2);
    parts.push(found.expression);
    end = found.end;
  }
  if (end < text.length) parts.push(text.slice(end));
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '');
  cache.set(text, parts);
  return parts;
}

/** The source of a bare expression, which may be wrapped in `{{ }}`. */
export function parseBareExpression(text: string): ParsedExpression {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{{')) return parseExpression(trimmed);
  const parts = parseTemplate(trimmed);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string') return only;
  throw new TemplateError('This must be one expression, without text around it.');
}

/**
 * JSONata itself contains `}}` (`{"a": {"b": 1}}`), also in strings, so the end is the first `}}` that leaves a valid
 * expression. If there is none, the first fault is reported, as the most likely one, with its expression: a long text has
 * many.
 */
function readExpression(text: string, start: number): { expression: ParsedExpression; end: number } {
  let fault: TemplateError | undefined;
  const first = text.indexOf('}}', start);
  let close = first;
  for (let tries = 0; close !== -1 && tries < candidates; tries += 1) {
    try {
      return { expression: parseExpression(text.slice(start, close).trim()), end: close + 2 };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      fault ??= error;
      close = text.indexOf('}}', close + 1);
    }
  }
  if (fault === undefined) throw new TemplateError(`“${quote(text.slice(start - 2))}” has no “}}” after it.`);
  throw new TemplateError(`“{{ ${quote(text.slice(start, first).trim())} }}”: ${fault.message}`, fault);
}

function quote(source: string): string {
  return shortenText(source, 80);
}
