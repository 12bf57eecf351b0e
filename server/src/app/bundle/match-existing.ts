import type { Platform } from '../../platform/platform.ts';
import { type Bundle, type Entry, findIds, type Kind, kinds, mapIds, nameOf } from './bundle.ts';
import { readEntries } from './export-bundle.ts';

/** The resources of a bundle that the workspace has already, with all their references: their ids, and those here. */
export async function matchExisting(
  platform: Platform,
  workspaceId: string,
  bundle: Bundle,
): Promise<Map<string, string>> {
  const here: Record<string, Entry[]> = {};
  for (const kind of kinds) here[kind] = await readEntries(platform, workspaceId, kind);
  const ofBundle = namesOf(bundle);
  const ofHere = namesOf(here);
  const matches = new Map<string, string>();
  for (const kind of kinds) {
    const open = new Map((here[kind] ?? []).map((entry) => [entry.id, describe(entry, ofHere)]));
    for (const entry of bundle[kind]) {
      const wanted = describe(entry, ofBundle);
      const [same] = [...open].find(([, described]) => described === wanted) ?? [];
      if (same === undefined) continue;
      matches.set(entry.id, same);
      open.delete(same);
    }
  }
  dropUnmatched(matches, new Map(kinds.flatMap((kind) => bundle[kind].map((entry) => [entry.id, entry]))), here);
  return matches;
}

/** Names are not unique: a match stays only if what it refers to is what the match there refers to. */
function dropUnmatched(
  matches: Map<string, string>,
  entries: ReadonlyMap<string, Entry>,
  here: Readonly<Record<string, readonly Entry[]>>,
): void {
  const bodies = new Map(Object.values(here).flatMap((some) => some.map(({ id, body }) => [id, body])));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const [id, same] of matches) {
      const body = mapIds(entries.get(id)?.body ?? {}, (old) => matches.get(old));
      if (toSortedJson(body) === toSortedJson(bodies.get(same))) continue;
      matches.delete(id);
      isStable = false;
    }
  }
}

function namesOf(lists: Readonly<Partial<Record<Kind, readonly Entry[]>>>): Map<string, string> {
  return new Map(kinds.flatMap((kind) => (lists[kind] ?? []).map((entry) => [entry.id, `${kind} ${nameOf(entry)}`])));
}

/** The body with the kind and name of each resource in place of its id, which differs between installations. */
function describe({ body }: Entry, names: ReadonlyMap<string, string>): string {
  const ids = new Map(findIds(body).map((id) => [id, JSON.stringify(names.get(id) ?? id).slice(1, -1)]));
  return toSortedJson(mapIds(body, (id) => ids.get(id)));
}

/** JSON that doesn't depend on the order of fields. */
export function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
