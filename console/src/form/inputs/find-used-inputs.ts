/** `inputs.city` in an expression, and the same with quotes; the first group is a quoted name, the second one without. */
export const usedInput = /(?<![\w.])inputs\.(?:`([^`]+)`|([A-Za-z_]\w*))/g;

/** The names of the inputs in the templates and expressions of a workflow, each once. */
export function findUsedInputs(definition: unknown): string[] {
  const names = [...JSON.stringify(definition).matchAll(usedInput)];
  return [...new Set(names.flatMap(([, quoted, plain]) => quoted ?? plain ?? []))];
}

/** The path of an input in an expression. */
export function writeInputPath(name: string): string {
  return `inputs.${/^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replaceAll('`', '')}\``}`;
}
