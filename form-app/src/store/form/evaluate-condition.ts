import jsonata from 'jsonata';

const compiled = new Map<string, jsonata.Expression>();

/**
 * Whether a JSONata condition, bare or in `{{ }}` (docs/reference/workflows.md#templates), holds. An undefined value
 * doesn't.
 */
export async function evaluateCondition(condition: string, scope: object): Promise<boolean> {
  const source = /^\s*\{\{([^]*)\}\}\s*$/.exec(condition)?.[1] ?? condition;
  let expression = compiled.get(source);
  if (expression === undefined) {
    expression = jsonata(source);
    compiled.set(source, expression);
  }
  const value: unknown = await expression.evaluate(scope);
  return Boolean(value) && !(Array.isArray(value) && value.length === 0);
}
