import { expect, test } from 'vitest';
import type { Instance } from './instance.ts';
import { chooseInstances } from './choose-instances.ts';

const one: Instance = { id: 'one', call: () => undefined, remove: () => {} };
const two: Instance = { id: 'two', call: () => undefined, remove: () => {} };
const both = new Map([
  ['one', one],
  ['two', two],
]);

test('calls for a panel go to the first one, calls about the visitor to all', () => {
  expect(chooseInstances(both, 'open', [])).toEqual([[one], []]);
  expect(chooseInstances(both, 'send', ['Hi'])).toEqual([[one], ['Hi']]);
  expect(chooseInstances(both, 'logout', [])).toEqual([[one, two], []]);
  expect(chooseInstances(both, 'on', ['open', Math.abs])).toEqual([
    [one, two],
    ['open', Math.abs],
  ]);
});

test('an id selects an instance and is not passed to the call', () => {
  expect(chooseInstances(both, 'send', ['Hi', { id: 'two' }])).toEqual([[two], ['Hi']]);
  expect(chooseInstances(both, 'shutdown', [{ id: 'none' }])).toEqual([[], []]);
});

test('options that contain an id are not changed', () => {
  const update = { id: 'two', theme: 'dark' };
  expect(chooseInstances(both, 'update', [update])).toEqual([[two], [update]]);
});
