import { distinct } from '@portico/shared-types/distinct';
import type { Platform } from '../../platform/platform.ts';
import { type Bundle, type Entry, kinds, splitAtIds } from './bundle.ts';
import { readEntries } from './export-bundle.ts';
import { isRenamed } from './rename.ts';
import { isRecord } from '../../platform/is-record.ts';

/** A definition, for comparison with another one. */
interface Compared {
  readonly id: string;
  readonly slug: unknown;
  /** The body without its slug, as sorted JSON: texts and identifiers of resources by turns. */
  readonly parts: readonly string[];
}

/** The matches so far: in both directions, because each resource here is the match of one entry at most. */
interface Matches {
  readonly here: Map<string, string>;
  readonly ofBundle: Map<string, string>;
}

/**
 * The resources of a bundle that the workspace has already, with all their references: their ids, and those here. With
 * `rename`, also those that an import with --rename gave another slug.
 */
export async function matchExisting(
  platform: Platform,
  workspaceId: string,
  bundle: Bundle,
  rename: boolean,
): Promise<Map<string, string>> {
  const wanted = new Map<string, Compared>();
  const there = new Map<string, Compared>();
  const pairs: { readonly entry: Compared; readonly candidates: readonly Compared[] }[] = [];
  // What refers to others comes first, because it determines which of several equal ones is meant.
  for (const kind of kinds.toReversed()) {
    const candidates = (await readEntries(platform, workspaceId, kind)).map(toCompared);
    for (const one of candidates) there.set(one.id, one);
    for (const entry of bundle[kind].map(toCompared)) {
      wanted.set(entry.id, entry);
      pairs.push({ entry, candidates: candidates.filter((one) => isLike(entry, one, rename)) });
    }
  }
  let matches: Matches = { here: new Map(), ofBundle: new Map() };
  const match = (entry: Compared, one: Compared): void => {
    if (matches.here.has(entry.id)) return;
    const tried = { here: new Map(matches.here), ofBundle: new Map(matches.ofBundle) };
    if (matchAll(tried, [entry.id, one.id], { wanted, there, rename })) matches = tried;
  };
  for (const { entry, candidates } of pairs) {
    for (const one of candidates) if (one.slug === entry.slug) match(entry, one);
  }
  for (const { entry, candidates } of pairs) for (const one of candidates) match(entry, one);
  return matches.here;
}

interface Known {
  readonly wanted: ReadonlyMap<string, Compared>;
  readonly there: ReadonlyMap<string, Compared>;
  readonly rename: boolean;
}

/** Matches two resources, and all that the one refers to with what the other refers to; false if that fails. */
function matchAll({ here, ofBundle }: Matches, first: [string, string], { wanted, there, rename }: Known): boolean {
  const open = [first];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [id, idHere] = pair;
    if (here.get(id) === idHere) continue;
    const [entry, one] = [wanted.get(id), there.get(idHere)];
    // What the bundle doesn't contain has the same identifier, or is another one.
    if (entry === undefined && id === idHere) continue;
    if (entry === undefined || one === undefined || here.has(id) || ofBundle.has(idHere)) return false;
    if (!isLike(entry, one, rename)) return false;
    here.set(id, idHere);
    ofBundle.set(idHere, id);
    for (let at = 1; at < entry.parts.length; at += 2) open.push([entry.parts[at] ?? '', one.parts[at] ?? '']);
  }
  return true;
}

/** Whether two definitions are the same except for the identifiers in them. */
function isLike(entry: Compared, one: Compared, rename: boolean): boolean {
  if (entry.slug !== one.slug && !(rename && isRenamed(entry.slug, one.slug))) return false;
  return (
    entry.parts.length === one.parts.length && entry.parts.every((part, at) => at % 2 === 1 || part === one.parts[at])
  );
}

/** Lists in which older versions kept an entry twice; what an import creates of them has it once. */
const oldLists: ReadonlySet<string> = new Set([
  'knowledge_base_ids',
  'allowed_origins',
  'custom_domains',
  'allowed_types',
  'allowed_file_types',
  'options',
]);

/** Fields that hold what an owner sends to others, where such a name may mean another list. */
const openFields: ReadonlySet<string> = new Set([
  'definition',
  'input_schema',
  'input_mapping',
  'inputs',
  'tools',
  'integrations',
]);

function toCompared({ id, body: { slug, ...body } }: Entry): Compared {
  const fields = Object.entries(body);
  const own = toSortedJson(Object.fromEntries(fields.filter(([name]) => !openFields.has(name))), oldLists);
  const open = toSortedJson(Object.fromEntries(fields.filter(([name]) => openFields.has(name))));
  return { id, slug, parts: splitAtIds(own + open) };
}

/** JSON that doesn't depend on the order of fields, nor on repetitions in lists with the given names. */
export function toSortedJson(value: unknown, lists: ReadonlySet<string> = new Set()): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    if (Array.isArray(inner)) return lists.has(name) ? distinct(inner) : inner;
    return isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner;
  });
}
