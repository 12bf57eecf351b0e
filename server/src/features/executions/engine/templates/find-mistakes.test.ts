import jsonata from 'jsonata';
import { expect, test } from 'vitest';
import { findMistakes, knownFunctions } from './find-mistakes.ts';

test.each([...knownFunctions])('JSONata defines $%s', async (name) => {
  expect(await jsonata(`$type($${name})`).evaluate({})).toBe('function');
});

test('a name that is defined in any way is not a mistake', () => {
  const source = '($f := function($a) { $a + $b }; l@$c#$d.($c & $d & $f(1)) ~> |x|{"y": $z}|)';
  expect([...findMistakes(jsonata(source).ast()).unset].toSorted()).toEqual(['b', 'z']);
});
