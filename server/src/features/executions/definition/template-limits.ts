/**
 * Limits of the expressions of one definition: their number, and their characters in total. Parsing them when it is
 * saved takes up to 0.2 s.
 */
const templateLimits = { expressions: 2_000, length: 256 * 1024 } as const;

/** Fields that contain an expression without braces. */
const bareFields = new Set(['if', 'expression']);

/** Returns why a definition has too many expressions, without parsing any. */
export function findTemplateExcess(definition: unknown): string | undefined {
  const waiting: unknown[] = [definition];
  let expressions = 0;
  let length = 0;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') {
      for (let start = value.indexOf('{{'); start !== -1;) {
        const end = value.indexOf('}}', start);
        expressions += 1;
        length += (end === -1 ? value.length : end) - start;
        start = end === -1 ? -1 : value.indexOf('{{', end);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) {
        if (bareFields.has(key) && typeof entry === 'string') {
          expressions += 1;
          length += entry.length;
        }
        if (entry !== undefined) waiting.push(entry);
      }
    }
  }
  if (expressions > templateLimits.expressions)
    return 'has more than 2,000 expressions; call another workflow for a part';
  if (length > templateLimits.length)
    return 'has more than 262,144 characters of expressions; move some into code nodes';
  return undefined;
}
