import { isUnreadable } from '@portico/browser-kit/read-control';
import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { type Comparison, type Condition, type Operator, operatorsOf, takesValue } from './condition.ts';

/**
 * The comparisons of a JSONata condition that can be edited with lists: those that `writeCondition` writes, and the same
 * ones written by hand. Undefined for any other expression, and for comparisons that don't fit the type of their question.
 */
export function parseCondition(source: string, fields: readonly FormField[]): Condition | undefined {
  const expression = /^\s*\{\{([^]*)\}\}\s*$/.exec(source)?.[1] ?? source;
  const tokens = readTokens(expression);
  if (tokens === undefined) return undefined;
  const joins = new Set(tokens.filter((token) => token === 'and' || token === 'or'));
  if (joins.size > 1) return undefined;
  const comparisons: Comparison[] = [];
  for (const part of splitAt(tokens, joins)) {
    const comparison = parseComparison(part);
    if (comparison === undefined || !fits(comparison, fields)) return undefined;
    comparisons.push(comparison);
  }
  return { join: joins.has('or') ? 'or' : 'and', comparisons };
}

/** A text or a number of the expression; everything else is a token as it is written. */
interface Literal {
  readonly literal: string | number;
}
type Token = string | Literal;

const token =
  /\s*(?:("(?:[^"\\]|\\.)*")|'([^'"\\]*)'|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|inputs\.(?:`(\w+)`|([A-Za-z_]\w*))(?![\w.[])|([<>!]=|[<>=(),]|\$?[a-z]+(?!\w)))\s*/y;

/** Undefined if the expression has anything else. The answer to a question is the token `inputs.` with its name. */
function readTokens(expression: string): Token[] | undefined {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < expression.length) {
    const found = token.exec(expression);
    if (found === null) return undefined;
    const [, quoted, plain, number, backquoted, name = backquoted, word] = found;
    if (quoted !== undefined) {
      const text = readQuoted(quoted);
      if (text === undefined) return undefined;
      tokens.push({ literal: text });
    } else if (plain !== undefined) tokens.push({ literal: plain });
    else if (number !== undefined) tokens.push({ literal: Number(number) });
    else if (name !== undefined) tokens.push(`inputs.${name}`);
    else if (word !== undefined) tokens.push(word);
  }
  return tokens;
}

/** JSONata has the escapes of JSON. */
function readQuoted(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

function splitAt(tokens: readonly Token[], joins: ReadonlySet<Token>): Token[][] {
  const parts: Token[][] = [[]];
  for (const each of tokens) {
    if (joins.has(each)) parts.push([]);
    else parts.at(-1)?.push(each);
  }
  return parts;
}

/** The forms of a comparison. `Answer` and `Value` can't be words of an expression, whose tokens are in lower case. */
const forms: ReadonlyMap<string, Operator> = new Map([
  ['Answer = true', 'ticked'],
  ['Answer', 'ticked'],
  ['$not ( Answer = true )', 'unticked'],
  ['Answer = Value', 'is'],
  ['Answer != Value', 'isNot'],
  ['Answer < Value', 'under'],
  ['Answer <= Value', 'upTo'],
  ['Answer > Value', 'over'],
  ['Answer >= Value', 'from'],
  ['$contains ( $lowercase ( Answer ) , $lowercase ( Value ) )', 'contains'],
  ['Value in Answer', 'includes'],
  ['$not ( Value in Answer )', 'excludes'],
  ['$exists ( Answer )', 'filled'],
  ['$not ( $exists ( Answer ) )', 'empty'],
]);

function parseComparison(tokens: readonly Token[]): Comparison | undefined {
  let name = '';
  let value: string | number = '';
  const form = tokens.map((each) => {
    if (typeof each !== 'string') {
      value = each.literal;
      return 'Value';
    }
    if (!each.startsWith('inputs.')) return each;
    name = each.slice('inputs.'.length);
    return 'Answer';
  });
  const operator = forms.get(form.join(' '));
  return operator === undefined ? undefined : { name, operator, value };
}

/** A question that was removed or renamed is taken for a text. */
function fits({ name, operator, value }: Comparison, fields: readonly FormField[]): boolean {
  const type = fields.find((field) => field.name === name)?.type ?? 'text';
  if (!operatorsOf[type].includes(operator)) return false;
  if (!takesValue(operator) || value === '') return true;
  // While `-5` is being typed, `-` isn't a number.
  return type === 'number' ? typeof value === 'number' || isUnreadable(value) : typeof value === 'string';
}
