import { isSame, isValues, type Values } from './changes.ts';
import { renameInput } from './names-in-condition.ts';

/** What two people have changed, each in another way. */
export interface Conflict {
  /** In the form, like `branding.color`; of an item of a list, the path of the list. */
  readonly path: string;
  /** The item of the list. */
  readonly item?: string | undefined;
}

interface Merged {
  readonly values: Values;
  readonly conflicts: readonly Conflict[];
}

interface Sides<Value> {
  /** What both began with. */
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

type Item = Values & { readonly name: string };

/**
 * Returns the values with the changes of both. What both have changed in different ways is as in `mine`, and a conflict.
 * Lists of items with names, like the questions of a form, are merged item by item; all others, and the members named in
 * `units`, are not merged.
 */
export function mergeEdits(base: Values, mine: Values, theirs: Values, units: readonly string[] = []): Merged {
  const conflicts: Conflict[] = [];
  const values = mergeMembers(
    { base: without(base, units), mine: without(mine, units), theirs: without(theirs, units) },
    (path) => ({ path }),
    '',
    conflicts,
  );
  for (const name of units) {
    const isMine = !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name]);
    values[name] = isMine ? mine[name] : theirs[name];
    if (isMine && !isSame(theirs[name], base[name])) conflicts.push({ path: name });
  }
  return { values, conflicts };
}

function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function mergeMembers(
  sides: Sides<Values>,
  describe: (path: string) => Conflict,
  path: string,
  conflicts: Conflict[],
): Record<string, unknown> {
  const { mine } = sides;
  const merged: Record<string, unknown> = {};
  const myNames = findRenamed({
    base: new Map(Object.entries(sides.base)),
    mine: new Map(Object.entries(mine)),
    theirs: new Map(Object.entries(sides.theirs)),
  });
  const [base, theirs] = [renameMembers(sides.base, myNames), renameMembers(sides.theirs, myNames)];
  for (const name of new Set(myNames.values())) conflicts.push(describe(path === '' ? name : `${path}.${name}`));
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const values = { base: base[name], mine: mine[name], theirs: theirs[name] };
    const value = mergeValue(values, describe, path === '' ? name : `${path}.${name}`, conflicts);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

function mergeValue(
  sides: Sides<unknown>,
  describe: (path: string) => Conflict,
  path: string,
  conflicts: Conflict[],
): unknown {
  const { base, mine, theirs } = sides;
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (isValues(base) && isValues(mine) && isValues(theirs)) {
    if (!isSchema(base) || !isSchema(mine) || !isSchema(theirs)) {
      return mergeMembers({ base, mine, theirs }, describe, path, conflicts);
    }
    const marked = { base: markRequired(base), mine: markRequired(mine), theirs: markRequired(theirs) };
    return listRequired(mergeMembers(marked, describe, path, conflicts), theirs.required);
  }
  if (isNamed(base) && isNamed(mine) && isNamed(theirs)) return mergeItems({ base, mine, theirs }, path, conflicts);
  conflicts.push(describe(path));
  return mine;
}

function mergeItems(sides: Sides<readonly Item[]>, path: string, conflicts: Conflict[]): Values[] {
  const { mine } = sides;
  const myNames = findRenamed({ base: byName(sides.base), mine: byName(mine), theirs: byName(sides.theirs) });
  const [base, theirs] = [renameItems(sides.base, myNames), renameItems(sides.theirs, myNames)];
  const kept = new Set(myNames.values());
  for (const item of mine) if (kept.has(item.name)) conflicts.push({ path, item: textOf(item) ?? item.name });
  const before = byName(base);
  const own = keepAdded(mine, theirs, before);
  const [ownItems, otherItems] = [byName(own), byName(theirs)];
  // The order is that of the person who moved something.
  const hasMoved = !isSame(
    own.map(({ name }) => name).filter((name) => before.has(name) && otherItems.has(name)),
    base.map(({ name }) => name).filter((name) => ownItems.has(name) && otherItems.has(name)),
  );
  const order = hasMoved ? inOrder(own, theirs) : inOrder(theirs, own);
  return order.flatMap((name) => {
    const versions = { base: before.get(name), mine: ownItems.get(name), theirs: otherItems.get(name) };
    const item = textOf(versions.mine) ?? textOf(versions.theirs) ?? name;
    const merged = mergeValue(versions, () => ({ path, item }), path, conflicts);
    return isValues(merged) ? [merged] : [];
  });
}

/**
 * My names for what both have renamed, by the former names and by theirs. What was renamed has another name, and perhaps
 * another label.
 */
function findRenamed({ base, mine, theirs }: Sides<ReadonlyMap<string, unknown>>): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const used = new Set<string>();
  for (const [name, value] of base) {
    if (!isValues(value) || mine.has(name) || theirs.has(name)) continue;
    const isIt = ([key, each]: readonly [string, unknown]) =>
      !base.has(key) && !used.has(key) && isValues(each) && isSame({ ...each, ...nameless }, { ...value, ...nameless });
    const own = [...mine].find(isIt)?.[0];
    const other = [...theirs].find(isIt)?.[0];
    if (own === undefined || other === undefined || theirs.has(own) || mine.has(other)) continue;
    renamed.set(name, own).set(other, own);
    used.add(own).add(other);
  }
  return renamed;
}

/** In an input: that it is required. */
const mark = '\0required';
const nameless = { name: '', label: '', [mark]: null };

type Schema = Values & { readonly properties: Values; readonly required?: readonly string[] };

function isSchema(values: Values): values is Schema {
  return isValues(values['properties']) && Array.isArray(values['required'] ?? []);
}

/** Whether an input is required is a part of it: it follows another name, and goes with the input. */
function markRequired(schema: Schema): Values {
  const { properties, required = [] } = schema;
  const marked = Object.entries(properties).map(([name, input]) => {
    return [name, isValues(input) && required.includes(name) ? { ...input, [mark]: true } : input];
  });
  return {
    ...schema,
    properties: Object.fromEntries(marked),
    required: required.filter((name) => !isValues(properties[name])),
  };
}

/** Undoes `markRequired`; the names are in the order of `order`. */
function listRequired(marked: Values, order: readonly string[] | undefined): Values {
  if (!isSchema(marked)) return marked;
  const { properties, required = [], ...others } = marked;
  const inputs = Object.entries(properties).map(([name, input]) => {
    return [name, isValues(input) ? without(input, [mark]) : input];
  });
  const marks = Object.keys(properties).filter((name) => isValues(properties[name]) && mark in properties[name]);
  const names = new Set([...required, ...marks]);
  const listed = [...new Set([...(order ?? []), ...names])].filter((name) => names.has(name));
  const hasList = order !== undefined || listed.length > 0;
  return { ...others, properties: Object.fromEntries(inputs), ...(hasList ? { required: listed } : {}) };
}

function renameMembers(values: Values, names: ReadonlyMap<string, string>): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]));
}

function renameItems(items: readonly Item[], names: ReadonlyMap<string, string>): Item[] {
  return items.map((item) => withNames({ ...item, name: names.get(item.name) ?? item.name }, names));
}

/** The item with other names in its condition. */
function withNames(item: Item, names: ReadonlyMap<string, string>): Item {
  const condition = item['show_if'];
  if (typeof condition !== 'string') return item;
  return { ...item, show_if: [...names].reduce((text, [from, to]) => renameInput(text, from, to), condition) };
}

/**
 * An item that both have added under one name, like `field_3`, is two items: mine gets the next name, also in the
 * conditions that I have written.
 */
function keepAdded(mine: readonly Item[], theirs: readonly Item[], before: ReadonlyMap<string, Item>): Item[] {
  const others = byName(theirs);
  const taken = new Set([...mine, ...theirs].map(({ name }) => name));
  const nextNames = new Map<string, string>();
  const kept = mine.map((item) => {
    const other = others.get(item.name);
    if (before.has(item.name) || other === undefined || isSame(item, other)) return item;
    const [, stem = '', end] = /^(.*?)(\d*)$/.exec(item.name) ?? [];
    let number = end === undefined || end === '' ? 2 : Number(end) + 1;
    while (taken.has(`${stem}${number}`)) number += 1;
    const name = `${stem}${number}`;
    taken.add(name);
    nextNames.set(item.name, name);
    return { ...item, name };
  });
  return kept.map((item) => {
    return item['show_if'] === before.get(item.name)?.['show_if'] ? item : withNames(item, nextNames);
  });
}

/** The names of `first`, with each other one of `second` behind the one that precedes it there. */
function inOrder(first: readonly Item[], second: readonly Item[]): string[] {
  const names = first.map(({ name }) => name);
  second.forEach(({ name }, at) => {
    if (names.includes(name)) return;
    const previous = second[at - 1];
    names.splice(previous === undefined ? 0 : names.indexOf(previous.name) + 1, 0, name);
  });
  return names;
}

function byName(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.name, item]));
}

function textOf(item: Item | undefined): string | undefined {
  const label = item?.['label'];
  return typeof label === 'string' && label !== '' ? label : undefined;
}

/** Whether the names of a list's items tell them apart. Those with an id, like the nodes of a workflow, have no unique ones. */
function isNamed(list: unknown): list is readonly Item[] {
  if (!Array.isArray(list)) return false;
  const isItem = (item: unknown) => isValues(item) && typeof item['name'] === 'string' && item['id'] === undefined;
  return list.every(isItem) && new Set(list.map(({ name }: Item) => name)).size === list.length;
}
