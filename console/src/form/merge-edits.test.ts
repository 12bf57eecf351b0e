import { describe, expect, test } from 'vitest';
import { mergeEdits } from './merge-edits.ts';

const field = (name: string, label = name, more: object = {}) => ({ name, label, ...more });
const base = { title: 'Berths', limits: { day: 5, week: 9 }, fields: [field('boat'), field('days'), field('harbour')] };
const names = (values: Record<string, unknown>) =>
  (values['fields'] as { name: string }[]).map(({ name }) => name).join(' ');

test('the changes of both are kept, also members of one object', () => {
  const mine = { ...base, title: 'Places', limits: { ...base.limits, day: 6 } };
  const theirs = { ...base, limits: { ...base.limits, week: 10 }, slug: 'places' };
  expect(mergeEdits(base, mine, theirs)).toEqual({
    values: { ...base, title: 'Places', limits: { day: 6, week: 10 }, slug: 'places' },
    conflicts: [],
  });
});

test('what both have changed is as in mine, and a conflict unless it is the same', () => {
  const mine = { ...base, title: 'Places', limits: { day: 1, week: 1 } };
  const theirs = { ...base, title: 'Piers', limits: { day: 2, week: 1 } };
  expect(mergeEdits(base, mine, theirs)).toEqual({
    values: mine,
    conflicts: [{ path: 'title' }, { path: 'limits.day' }],
  });
  expect(mergeEdits({ tags: ['a'] }, { tags: ['a', 'b'] }, { tags: ['a', 'c'] })).toEqual({
    values: { tags: ['a', 'b'] },
    conflicts: [{ path: 'tags' }],
  });
});

test('a member whose parts belong together is not merged', () => {
  const graph = { nodes: [1], edges: [1] };
  const before = { ...base, graph };
  const theirs = { ...before, title: 'Piers', graph: { nodes: [1, 2], edges: [2] } };
  const mine = { ...before, limits: { day: 1, week: 9 }, graph: { nodes: [3], edges: [1] } };
  expect(mergeEdits(before, mine, theirs, ['graph'])).toEqual({
    values: { ...mine, title: 'Piers' },
    conflicts: [{ path: 'graph' }],
  });
  for (const [own, other] of [
    [graph, theirs.graph],
    [theirs.graph, graph],
    [theirs.graph, theirs.graph],
  ]) {
    const merged = mergeEdits(before, { ...before, graph: own }, { ...before, graph: other }, ['graph']);
    expect(merged).toEqual({ values: { ...before, graph: theirs.graph }, conflicts: [] });
  }
});

describe('lists of items with names', () => {
  test('different items, and different members of one item, are merged', () => {
    const mine = {
      ...base,
      fields: [field('boat', 'Your boat'), field('days'), field('harbour', 'harbour', { required: true })],
    };
    const theirs = {
      ...base,
      fields: [field('boat'), field('days', 'How many days?'), field('harbour', 'Which one?')],
    };
    const { values, conflicts } = mergeEdits(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(values['fields']).toEqual([
      field('boat', 'Your boat'),
      field('days', 'How many days?'),
      field('harbour', 'Which one?', { required: true }),
    ]);
  });

  test('one item that both have changed is a conflict with its label', () => {
    const mine = { ...base, fields: [field('boat', 'Your boat'), ...base.fields.slice(1)] };
    const theirs = { ...base, fields: [field('boat', 'The boat'), ...base.fields.slice(1)] };
    const { values, conflicts } = mergeEdits(base, mine, theirs);
    expect(values).toEqual(mine);
    expect(conflicts).toEqual([{ path: 'fields', item: 'Your boat' }]);
  });

  test('items are added, removed and moved by either', () => {
    const [boat, days, harbour] = base.fields;
    const mine = { ...base, fields: [days, boat, field('mine'), harbour] };
    const theirs = { ...base, fields: [field('theirs'), boat, days] };
    const merged = mergeEdits(base, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(names(merged.values)).toBe('theirs days boat mine');
    const swapped = mergeEdits(base, theirs, mine);
    expect(names(swapped.values)).toBe('theirs days boat mine');
  });

  test('removing what the other has changed is a conflict', () => {
    const removed = { ...base, fields: base.fields.slice(1) };
    const changed = { ...base, fields: [field('boat', 'The boat'), ...base.fields.slice(1)] };
    const [removing, changing] = [mergeEdits(base, removed, changed), mergeEdits(base, changed, removed)];
    expect(removing).toEqual({ values: removed, conflicts: [{ path: 'fields', item: 'The boat' }] });
    expect(changing).toEqual({ values: changed, conflicts: [{ path: 'fields', item: 'The boat' }] });
  });

  test('items that both have added under one name are two', () => {
    const mine = { ...base, fields: [...base.fields, field('field_4', 'Mine'), field('field_5', 'Second')] };
    const theirs = { ...base, fields: [...base.fields, field('field_4', 'Theirs')] };
    const { values, conflicts } = mergeEdits(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(names(values)).toBe('boat days harbour field_6 field_5 field_4');
    expect(mergeEdits(base, theirs, theirs).values).toEqual(theirs);
  });

  test('a condition on an item that gets the next name follows it', () => {
    const before = [{ name: 'field_1' }];
    const added = { name: 'field_2', label: 'Mine' };
    const mine = [{ name: 'field_1', show_if: 'inputs.field_2 = "inputs.field_2"' }, added];
    const theirs = [
      ...before,
      { name: 'field_2', label: 'Theirs' },
      { name: 'other', show_if: '$exists(inputs.field_2)' },
    ];
    expect(mergeEdits({ fields: before }, { fields: mine }, { fields: theirs }).values).toEqual({
      fields: [
        { name: 'field_1', show_if: 'inputs.field_3 = "inputs.field_2"' },
        { name: 'field_3', label: 'Mine' },
        { name: 'field_2', label: 'Theirs' },
        { name: 'other', show_if: '$exists(inputs.field_2)' },
      ],
    });
  });

  test('items with ids, or whose names are not unique, are not merged', () => {
    const list = (...names: string[]) => ({ fields: names.map((name, at) => ({ id: `n${at}`, name })) });
    expect(mergeEdits(list('a', 'b'), list('A', 'b'), list('a', 'B')).conflicts).toEqual([{ path: 'fields' }]);
    const twice = { fields: [field('boat'), field('boat', 'Typing')] };
    expect(mergeEdits({ fields: [field('boat')] }, twice, { fields: [field('boat', 'x')] }).conflicts).toHaveLength(1);
  });
});

test('an input that both have renamed has my name, and is a conflict', () => {
  const schemaOf = (...names: string[]) => ({
    input_schema: {
      properties: Object.fromEntries(
        names.map((name) => [name, name === 'age' ? { type: 'number' } : { type: 'string' }]),
      ),
    },
  });
  expect(mergeEdits(schemaOf('city', 'age'), schemaOf('place', 'age'), schemaOf('age', 'town'))).toEqual({
    values: schemaOf('place', 'age'),
    conflicts: [{ path: 'input_schema.properties.place' }],
  });
  // Another input that they have added stays.
  expect(mergeEdits(schemaOf('city'), schemaOf('place'), schemaOf('town', 'age'))).toEqual({
    values: schemaOf('place', 'age'),
    conflicts: [{ path: 'input_schema.properties.place' }],
  });
  // The same name, or only one name, is not a conflict.
  expect(mergeEdits(schemaOf('city'), schemaOf('town'), schemaOf('town')).conflicts).toEqual([]);
  expect(mergeEdits(schemaOf('city'), schemaOf('city', 'age'), schemaOf('town'))).toEqual({
    values: schemaOf('town', 'age'),
    conflicts: [],
  });
});

test('whether an input is required is merged with the input', () => {
  const schemaOf = (names: readonly string[], required: readonly string[]) => ({
    input_schema: { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])), required },
  });
  // They have renamed it too, and require it.
  expect(mergeEdits(schemaOf(['city'], []), schemaOf(['place'], []), schemaOf(['town'], ['town']))).toEqual({
    values: schemaOf(['place'], ['place']),
    conflicts: [{ path: 'input_schema.properties.place' }],
  });
  expect(
    mergeEdits(
      schemaOf(['city'], ['city']),
      schemaOf(['place'], ['place']),
      schemaOf(['town', 'age'], ['age', 'town']),
    ),
  ).toEqual({
    values: schemaOf(['place', 'age'], ['age', 'place']),
    conflicts: [{ path: 'input_schema.properties.place' }],
  });
  // They require what I have removed.
  expect(mergeEdits(schemaOf(['city'], []), schemaOf([], []), schemaOf(['city'], ['city']))).toEqual({
    values: schemaOf([], []),
    conflicts: [{ path: 'input_schema.properties.city' }],
  });
  // Changes of different inputs don’t conflict.
  expect(mergeEdits(schemaOf(['a', 'b'], ['a']), schemaOf(['a', 'b'], []), schemaOf(['a', 'b'], ['b', 'a']))).toEqual({
    values: schemaOf(['a', 'b'], ['b']),
    conflicts: [],
  });
  const noList = (type: string, more: object = {}) => ({ schema: { properties: { a: { type } }, ...more } });
  expect(mergeEdits(noList('string'), noList('number'), noList('string', { title: 'A' })).values).toEqual(
    noList('number', { title: 'A' }),
  );
  expect(mergeEdits(noList('string'), noList('string', { required: ['a'] }), noList('number')).values).toEqual(
    noList('number', { required: ['a'] }),
  );
  // A name without a description is as both have it.
  const loose = (...required: string[]) => ({ schema: { properties: {}, required } });
  expect(mergeEdits(loose(), loose('x'), loose()).values).toEqual(loose('x'));
});

test('a question that both have renamed has my name, also in what they have added', () => {
  const city = { name: 'city', label: 'City', type: 'text' };
  const added = { name: 'street', label: 'Street', type: 'text', show_if: "inputs.town == 'Oslo'" };
  expect(
    mergeEdits(
      { fields: [city] },
      { fields: [{ ...city, name: 'place' }] },
      { fields: [{ ...city, name: 'town', label: 'Your town' }, added] },
    ),
  ).toEqual({
    values: {
      fields: [
        { ...city, name: 'place', label: 'Your town' },
        { ...added, show_if: "inputs.place == 'Oslo'" },
      ],
    },
    conflicts: [{ path: 'fields', item: 'City' }],
  });
});
