/** Texts in quotes, and the answer to a question with its name. */
const part = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\binputs\.(?:`(\w+)`|([A-Za-z_]\w*))/g;

/** The first input in a condition that no question has: one that was removed or renamed. */
export function findUnknownInput(condition: string, names: ReadonlySet<string>): string | undefined {
  return [...condition.matchAll(part)]
    .flatMap(([, quoted, plain]) => quoted ?? plain ?? [])
    .find((name) => !names.has(name));
}

/** Returns the condition with another name for a question. */
export function renameInput(condition: string, from: string, to: string): string {
  return condition.replaceAll(part, (whole, quoted?: string, plain?: string) =>
    (quoted ?? plain) === from ? `inputs.${quoted === undefined ? to : `\`${to}\``}` : whole,
  );
}
