import { expect, test } from 'vitest';
import { evaluateCondition } from './evaluate-condition.ts';

const scope = { inputs: { tone: 'warm', parts: ['a'] }, message: '', urls: [] };

test.each([
  ['inputs.tone = "warm"', true],
  ['{{ inputs.tone = "cold" }}', false],
  ['"a" in inputs.parts', true],
  ['inputs.unknown', undefined],
  ['{{inputs.tone}}', 'warm'],
])('%s is %s', async (condition, value) => expect(await evaluateCondition(condition, scope)).toBe(value));

test('an invalid condition is an error and not a result', async () => {
  await expect(evaluateCondition('inputs..(', scope)).rejects.toMatchObject({ code: 'S0201' });
});
