import * as fc from 'fast-check';
import { isRecord } from '../../../src/platform/is-record.ts';

/** Values that are valid nowhere, or nearly everywhere. */
const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, '', ' ', [], {}, 'x'.repeat(70_000), '\u0000', '\ud800', 'null'),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '../../etc',
    "'; DROP TABLE agents; --",
    '<script>',
    '\u202e\u0301\ufeff',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

type Change = 'remove' | 'replace' | 'add' | 'double';
const changes: readonly Change[] = ['remove', 'replace', 'replace', 'add', 'double'];

/** The values of `arbitrary`, each with one error somewhere. */
export function spoil(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(arbitrary, fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), fc.constantFrom(...changes), oddValues)
    .map(([value, path, change, odd]) => changeAt(value, path, change, odd));
}

function changeAt(value: unknown, [step = 0, ...rest]: readonly number[], change: Change, odd: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return change === 'remove' ? value : [odd];
    const at = step % value.length;
    if (rest.length > 0) return value.map((entry, i) => (i === at ? changeAt(entry, rest, change, odd) : entry));
    if (change === 'remove') return value.toSpliced(at, 1);
    if (change === 'double') return [...value, value[at]];
    return change === 'add' ? [...value, odd] : value.with(at, odd);
  }
  if (!isRecord(value)) return odd;
  const names = Object.keys(value);
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined || change === 'add') return { ...value, colour: odd };
  if (rest.length > 0) return { ...value, [name]: changeAt(value[name], rest, change, odd) };
  const { [name]: old, ...others } = value;
  if (change === 'remove') return others;
  return { ...others, [name]: change === 'double' ? [old, old] : odd };
}
