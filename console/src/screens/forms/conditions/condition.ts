import type { FormField } from '@portico/shared-types/api/form-interfaces';

export type Operator =
  | 'is'
  | 'isNot'
  | 'contains'
  | 'under'
  | 'upTo'
  | 'over'
  | 'from'
  | 'includes'
  | 'excludes'
  | 'ticked'
  | 'unticked'
  | 'filled'
  | 'empty';

/** The answer to a question, and what it is compared with: a number if the question asks for one. */
export interface Comparison {
  readonly name: string;
  readonly operator: Operator;
  /** The empty text if there is none yet, or if the operator takes none. */
  readonly value: string | number;
}

/** The comparisons that an owner chooses from lists; all of them have to be true, or any. */
export interface Condition {
  readonly join: 'and' | 'or';
  readonly comparisons: readonly Comparison[];
}

const always = ['filled', 'empty'] as const;
const ordered = ['is', 'isNot', 'under', 'upTo', 'over', 'from', ...always] as const;

/** The operators that are offered for a type; the first one is the default. */
export const operatorsOf: Readonly<Record<FormField['type'], readonly Operator[]>> = {
  text: ['filled', 'empty', 'is', 'isNot', 'contains'],
  textarea: ['filled', 'empty', 'is', 'isNot', 'contains'],
  number: ordered,
  select: ['is', 'isNot', ...always],
  multiselect: ['includes', 'excludes', ...always],
  checkbox: ['ticked', 'unticked'],
  date: ordered,
};

export function takesValue(operator: Operator): boolean {
  return !['ticked', 'unticked', 'filled', 'empty'].includes(operator);
}

/** A comparison with a question that was just chosen. */
export function firstComparison({ name, type, options = [] }: FormField): Comparison {
  const [operator = 'filled'] = operatorsOf[type];
  return { name, operator, value: takesValue(operator) ? (options[0] ?? '') : '' };
}

/** The JSONata of a condition; the empty text if it has no comparisons. */
export function writeCondition({ join, comparisons }: Condition): string {
  return comparisons.map(writeComparison).join(` ${join} `);
}

function writeComparison({ name, operator, value }: Comparison): string {
  const answer = reserved.has(name) ? `inputs.\`${name}\`` : `inputs.${name}`;
  const literal = JSON.stringify(value);
  switch (operator) {
    case 'is':
      return `${answer} = ${literal}`;
    // Unlike `$not(… = …)`, this is false for a question that isn't answered yet.
    case 'isNot':
      return `${answer} != ${literal}`;
    case 'contains':
      return `$contains($lowercase(${answer}), $lowercase(${literal}))`;
    case 'under':
      return `${answer} < ${literal}`;
    case 'upTo':
      return `${answer} <= ${literal}`;
    case 'over':
      return `${answer} > ${literal}`;
    case 'from':
      return `${answer} >= ${literal}`;
    case 'includes':
      return `${literal} in ${answer}`;
    case 'excludes':
      return `$not(${literal} in ${answer})`;
    case 'ticked':
      return `${answer} = true`;
    case 'unticked':
      return `$not(${answer} = true)`;
    case 'filled':
      return `$exists(${answer})`;
    case 'empty':
      return `$not($exists(${answer}))`;
  }
}

/** Literals of JSONata, which can't be steps of a path. */
const reserved: ReadonlySet<string> = new Set(['true', 'false', 'null']);
