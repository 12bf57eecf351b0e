import type { Sandbox, SandboxLimits } from '../../../../platform/sandbox/sandbox.ts';
import { parseBareExpression, parseTemplate, isTemplate } from './parse-template.ts';
import type { ParsedExpression } from './parse-expression.ts';
import { describeExpressionError } from '../../../../platform/sandbox/describe-expression-error.ts';
import { TemplateError } from './template-error.ts';

/** What expressions see: `inputs`, `nodes`, `execution` and, in a loop, `item` and `index` (contract section 6). */
export type TemplateScope = Readonly<Record<string, unknown>>;

export interface Templates {
  /** Evaluates every string of a JSON value as a template; the keys of `raw` at its top are left as they are. */
  render(value: unknown, scope: TemplateScope, options: RenderOptions): Promise<unknown>;
  /** Evaluates a bare expression, also one wrapped in `{{ }}`. Undefined becomes null. */
  evaluate(expression: string, scope: TemplateScope, options: EvaluateOptions): Promise<unknown>;
}

export type EvaluateOptions = Pick<SandboxLimits, 'workspaceId' | 'signal'>;

export interface RenderOptions extends EvaluateOptions {
  raw?: readonly string[] | undefined;
}

/** Milliseconds that the expressions of one value may take together. */
const timeoutMs = 1_000;

/** Makes the evaluator of templates: cheap expressions run here, all others in `sandbox`, which can be killed. */
export function createTemplates(sandbox: Sandbox): Templates {
  async function render(value: unknown, scope: TemplateScope, options: RenderOptions): Promise<unknown> {
    const found = new Map<string, ParsedExpression>();
    collectExpressions(value, options.raw ?? [], found);
    if (found.size === 0) return value;
    const values = await evaluateAll([...found.values()], scope, options);
    return fill(value, options.raw ?? [], values);
  }

  async function evaluate(expression: string, scope: TemplateScope, options: EvaluateOptions): Promise<unknown> {
    const parsed = parseBareExpression(expression);
    const values = await evaluateAll([parsed], scope, options);
    return values.get(parsed.source) ?? null;
  }

  async function evaluateAll(expressions: ParsedExpression[], scope: TemplateScope, options: EvaluateOptions) {
    const values = new Map<string, unknown>();
    const left: string[] = [];
    for (const expression of expressions) {
      const inline = expression.cheap ? await evaluateHere(expression, scope) : tooCostly;
      if (inline === tooCostly) left.push(expression.source);
      else values.set(expression.source, inline);
    }
    if (left.length > 0) {
      const answers = await evaluateThere(left, scope, options);
      left.forEach((source, position) => values.set(source, answers[position]));
    }
    return values;
  }

  async function evaluateThere(expressions: string[], scope: TemplateScope, { workspaceId, signal }: EvaluateOptions) {
    const answer = await sandbox.run(
      { kind: 'expressions', expressions, scope, timeoutMs },
      { workspaceId, timeoutMs, signal },
    );
    if (answer.kind === 'values') return answer.values.map((entry) => entry.value);
    throw new TemplateError(answer.kind === 'failed' ? answer.message : describeEnd(answer.kind));
  }

  return { render, evaluate };
}

const tooCostly = Symbol('belongs into the sandbox');

async function evaluateHere({ compiled, source }: ParsedExpression, scope: TemplateScope): Promise<unknown> {
  try {
    const value: unknown = await compiled.evaluate(scope);
    // JSONata's sequences carry marks, and its values may be the recorded ones themselves: hand on a plain copy.
    return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'D1012') return tooCostly;
    throw new TemplateError(`${shorten(source)}: ${describeExpressionError(error)}`, error);
  }
}

function describeEnd(kind: string): string {
  return kind === 'timeout' ? 'The expression took too long.' : 'The expression took too much memory.';
}

function collectExpressions(value: unknown, raw: readonly string[], found: Map<string, ParsedExpression>): void {
  if (typeof value === 'string') {
    if (!isTemplate(value)) return;
    for (const part of parseTemplate(value)) if (typeof part !== 'string') found.set(part.source, part);
  } else if (Array.isArray(value)) {
    for (const entry of value) collectExpressions(entry, [], found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) if (!raw.includes(key)) collectExpressions(entry, [], found);
  }
}

function fill(value: unknown, raw: readonly string[], values: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return isTemplate(value) ? fillText(value, values) : value;
  if (Array.isArray(value)) return value.map((entry) => fill(entry, [], values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, raw.includes(key) ? entry : fill(entry, [], values)]),
  );
}

function fillText(text: string, values: ReadonlyMap<string, unknown>): unknown {
  const parts = parseTemplate(text);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string') return values.get(only.source) ?? null;
  return parts.map((part) => (typeof part === 'string' ? part : toText(values.get(part.source)))).join('');
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(source: string): string {
  return source.length > 80 ? `${source.slice(0, 77)}…` : source;
}
