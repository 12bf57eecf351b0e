import type { Sandbox, SandboxLimits } from '../../../../platform/sandbox/sandbox.ts';
import { parseBareExpression, parseTemplate, isTemplate } from './parse-template.ts';
import type { ParsedExpression } from './parse-expression.ts';
import { maxDataLength, maxReadLength, measureJson } from '../../../../platform/measure-json.ts';
import { describeExpressionError } from '../../../../platform/sandbox/describe-expression-error.ts';
import { follow, pickReferences } from './referenced-data.ts';
import { TemplateError } from './template-error.ts';
import { shortenText } from '../../../../platform/cut-text.ts';
import { toStorable } from '../../../../platform/storable-text.ts';
import { toText } from '../../../../platform/to-text.ts';

/**
 * The scope of expressions: `inputs`, `nodes`, `execution` and, in a loop, `item` and `index`
 * (docs/reference/workflows.md#templates).
 */
export type TemplateScope = Readonly<Record<string, unknown>>;

export interface Templates {
  /**
   * Evaluates every string of a JSON value as a template; the `raw` keys at its top level stay unchanged. The texts of
   * the result can be stored: an expression may cut a text inside a character, and a template may join the halves again.
   */
  render(value: unknown, scope: TemplateScope, options: RenderOptions): Promise<unknown>;
  /** Evaluates a bare expression, which may be wrapped in `{{ }}`. Undefined becomes null. */
  evaluate(expression: string, scope: TemplateScope, options: EvaluateOptions): Promise<unknown>;
}

export type EvaluateOptions = Pick<SandboxLimits, 'workspaceId' | 'signal'>;

export interface RenderOptions extends EvaluateOptions {
  raw?: readonly string[] | undefined;
}

/** Milliseconds for all expressions of one value together, and the length of data for which a second is added. */
const minTimeoutMs = 1_000;
const lengthOfSecond = 4 * 1024 * 1024;

/** Creates the evaluator of templates: cheap expressions run here, all others in `sandbox`, which can be killed. */
export function createTemplates(sandbox: Sandbox): Templates {
  async function render(value: unknown, scope: TemplateScope, options: RenderOptions): Promise<unknown> {
    const found = new Map<string, ParsedExpression>();
    collectExpressions(value, options.raw ?? [], found);
    if (found.size === 0) return value;
    const values = await evaluateAll([...found.values()], scope, options);
    return toStorable(fill(value, options.raw ?? [], new RenderedValues(values)));
  }

  async function evaluate(expression: string, scope: TemplateScope, options: EvaluateOptions): Promise<unknown> {
    const parsed = parseBareExpression(expression);
    const values = new RenderedValues(await evaluateAll([parsed], scope, options));
    return values.take(parsed.source) ?? null;
  }

  async function evaluateAll(expressions: ParsedExpression[], scope: TemplateScope, options: EvaluateOptions) {
    const values = new Map<string, unknown>();
    const left: ParsedExpression[] = [];
    for (const expression of expressions) {
      const inline = await evaluateHere(expression, scope);
      if (inline === tooCostly) left.push(expression);
      else values.set(expression.source, inline);
    }
    if (left.length > 0) {
      const answers = await evaluateThere(left, scope, options);
      for (const [position, { source }] of left.entries()) values.set(source, answers[position]);
    }
    return values;
  }

  async function evaluateThere(
    parsed: readonly ParsedExpression[],
    scope: TemplateScope,
    { workspaceId, signal }: EvaluateOptions,
  ) {
    const references = parsed.map((expression) => expression.references);
    const read = pickReferences(scope, references);
    const { length } = measureJson(read, maxReadLength);
    if (length > maxReadLength) {
      const message = `${shortenText(parsed[0]?.source ?? '', 80)}: it reads more than 32 MiB of data. Refer to a smaller part.`;
      throw new TemplateError(message);
    }
    const expressions = parsed.map(({ source }) => source);
    const timeoutMs = minTimeoutMs + Math.ceil(length / lengthOfSecond) * 1_000;
    const answer = await sandbox.run(
      { kind: 'expressions', expressions, scope: read, timeoutMs },
      { workspaceId, timeoutMs, signal },
    );
    if (answer.kind === 'values') return answer.values.map((entry) => entry.value);
    throw new TemplateError(answer.kind === 'failed' ? answer.message : describeEnd(answer.kind));
  }

  return { render, evaluate };
}

const tooCostly = Symbol('belongs into the sandbox');

/** Maximum size of the data times length of the expression evaluated in this process: about 50 ms. */
const maxWork = 20_000_000;
/** Cost of visiting a value, in characters of text. */
const costOfValue = 100;
/** Maximum length of JSON that is copied here. */
const maxCopied = 1_000_000;

async function evaluateHere(expression: ParsedExpression, scope: TemplateScope): Promise<unknown> {
  const { compiled, source, cheap, path } = expression;
  const found = path && follow(scope, path);
  if (found?.isExact !== true && (!cheap || isLarge(expression, scope))) return tooCostly;
  try {
    if (found?.isExact === true) return copyValue(found.value);
    const value: unknown = await compiled.evaluate(scope);
    // JSONata marks its sequences, and its results may be recorded values themselves, so a plain copy is returned.
    return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'D1012') return tooCostly;
    throw new TemplateError(`${shortenText(source, 80)}: ${describeExpressionError(error)}`, error);
  }
}

function isLarge({ source, references }: ParsedExpression, scope: TemplateScope): boolean {
  const limit = maxWork / source.length;
  const { length, values } = measureJson(pickReferences(scope, [references]), limit);
  return length + values * costOfValue > limit;
}

/** Copied, so that recorded values can't be changed; a large value is returned without copying, which takes no time. */
function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return measureJson(value, maxCopied).length > maxCopied ? value : JSON.parse(JSON.stringify(value));
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

function fill(value: unknown, raw: readonly string[], values: RenderedValues): unknown {
  if (typeof value === 'string') return isTemplate(value) ? fillText(value, values) : value;
  if (Array.isArray(value)) return value.map((entry) => fill(entry, [], values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, raw.includes(key) ? entry : fill(entry, [], values)]),
  );
}

function fillText(text: string, values: RenderedValues): unknown {
  const parts = parseTemplate(text);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string') return values.take(only.source) ?? null;
  return parts.map((part) => (typeof part === 'string' ? part : toText(values.take(part.source)))).join('');
}

/**
 * The values of a template's expressions. Counted at every position where they are inserted: a few may make gigabytes.
 */
class RenderedValues {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #lengths = new Map<string, number>();
  #left = maxDataLength;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  take(source: string): unknown {
    const value = this.#values.get(source);
    const length = this.#lengths.get(source) ?? measureJson(value).length;
    this.#lengths.set(source, length);
    this.#left -= length;
    if (this.#left < 0)
      throw new TemplateError(`${shortenText(source, 80)}: the result is larger than 8 MiB. Return less data.`);
    return value;
  }
}
