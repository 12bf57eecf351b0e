import { expect, test } from 'vitest';
import { type ConditionScope, findHiddenFields } from './find-hidden-fields.ts';

const names = ['a', 'b', 'c'];

/** A condition is the number whose bits are its values for every set of fields that have a value. */
async function evaluate(condition: string, { inputs }: ConditionScope): Promise<boolean> {
  const present = names.reduce((bits, name, at) => bits + (name in inputs ? 1 << at : 0), 0);
  return Promise.resolve(((Number(condition) >> present) & 1) === 1);
}

async function hide(conditions: readonly number[], given: readonly string[]) {
  let evaluations = 0;
  const fields = names.map((name, at) => ({ name, type: 'text' as const, showIf: String(conditions[at]) }));
  const scope = { inputs: Object.fromEntries(given.map((name) => [name, 'x'])), message: '', urls: [] };
  const hidden = await findHiddenFields(fields, scope, async (...rest) => {
    evaluations += 1;
    return evaluate(...rest);
  });
  return { hidden: [...hidden].toSorted(), evaluations };
}

test('finds the same fields with and without the values of the hidden ones, for all conditions', async () => {
  const differing: unknown[] = [];
  let most = 0;
  // Every 4,999th of the 2^24 sets of three conditions, with every set of values.
  for (let set = 0; set < 2 ** 24; set += 4_999) {
    const conditions = [set & 255, (set >> 8) & 255, set >> 16];
    for (let present = 0; present < 8; present += 1) {
      const given = names.filter((_, at) => (present >> at) & 1);
      const page = await hide(conditions, given);
      const sent = given.filter((name) => !page.hidden.includes(name));
      const server = await hide(conditions, sent);
      if (page.hidden.join() !== server.hidden.join()) differing.push({ conditions, given, page, server });
      most = Math.max(most, page.evaluations);
    }
  }
  expect(differing).toEqual([]);
  // Some never settle.
  expect(most).toBe(20 * names.length);
});

test('evaluates every condition once if no hidden field has a value, as for the input of a page', async () => {
  expect(await hide([0, 0, 255], ['c'])).toEqual({ hidden: ['a', 'b'], evaluations: 3 });
});
