import jsonata from 'jsonata';

const compiled = new Map<string, jsonata.Expression>();

/** The value of a JSONata condition, bare or in `{{ }}` (docs/reference/workflows.md#templates). */
export async function evaluateCondition(condition: string, scope: object): Promise<unknown> {
  const source = /^\s*\{\{([^]*)\}\}\s*$/.exec(condition)?.[1] ?? condition;
  let expression = compiled.get(source);
  if (expression === undefined) {
    expression = jsonata(source);
    compiled.set(source, expression);
  }
  return expression.evaluate(scope);
}
