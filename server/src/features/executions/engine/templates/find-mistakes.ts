import { isRecord } from '../../../../platform/is-record.ts';

/** The functions that JSONata itself defines. */
export const knownFunctions: ReadonlySet<string> = new Set(
  `sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match
  contains replace split join formatNumber formatBase formatInteger parseInteger number floor ceil round abs sqrt power
  random boolean not map zip filter single reduce sift keys lookup append exists spread merge reverse each error assert
  type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl eval
  toMillis fromMillis clone now millis`.split(/\s+/),
);

/** What a valid expression contains although it does nothing in JSONata, mostly written as in another language. */
export interface Mistakes {
  /** The variables that neither JSONata nor the expression defines, like `json` of `$json`: they are empty. */
  readonly unset: ReadonlySet<string>;
  /** The texts of filters like `inputs["name"]`, which keep everything. */
  readonly textFilters: ReadonlySet<string>;
}

/** Finds the mistakes in a parsed expression. A name that is defined anywhere in it counts as defined everywhere. */
export function findMistakes(ast: unknown): Mistakes {
  const used = new Set<string>();
  const set = new Set(['', '$', ...knownFunctions]);
  const textFilters = new Set<string>();
  const waiting = [ast];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    waiting.push(...Object.values(node));
    if (!isRecord(node)) continue;
    const { type, value, focus, index, lhs, expr } = node;
    if (type === 'variable') used.add(String(value));
    for (const bound of [focus, index]) if (typeof bound === 'string') set.add(bound);
    if (type === 'bind' && isRecord(lhs)) set.add(String(lhs['value']));
    if (type === 'lambda') for (const name of namesOf(node['arguments'])) set.add(name);
    if (type === 'filter' && isRecord(expr) && expr['type'] === 'string') textFilters.add(String(expr['value']));
  }
  return { unset: new Set([...used].filter((name) => !set.has(name))), textFilters };
}

function namesOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map((entry: unknown) => (isRecord(entry) ? String(entry['value']) : '')) : [];
}
