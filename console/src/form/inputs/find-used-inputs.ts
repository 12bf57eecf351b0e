/** The names of the inputs in the templates and expressions of a workflow, each once. */
export function findUsedInputs(definition: unknown): string[] {
  const names = [...JSON.stringify(definition).matchAll(/(?<![\w.])inputs\.(?:`([^`]+)`|([A-Za-z_]\w*))/g)];
  return [...new Set(names.flatMap(([, quoted, plain]) => quoted ?? plain ?? []))];
}
