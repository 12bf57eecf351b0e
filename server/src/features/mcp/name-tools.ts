/** What a tool is made of. */
export interface Nameable {
  readonly id: string;
  readonly name: string;
  readonly slug: string | null;
}

const maxLength = 64;

/**
 * Names each thing for a tool: by its slug, else by what its name comes to in a-z, 0-9 and `_`. The second of a name gets
 * `_2`; slugs are never renamed.
 */
export function nameTools<T extends Nameable>(prefix: string, things: readonly T[]): Map<string, T> {
  const named = new Map<string, T>();
  for (const thing of things) if (thing.slug !== null) named.set(prefix + thing.slug, thing);
  for (const thing of things) {
    if (thing.slug !== null) continue;
    const base = toSlug(thing.name);
    let name = base;
    for (let turn = 2; named.has(prefix + name); turn += 1) name = `${base}_${turn}`;
    named.set(prefix + name, thing);
  }
  return named;
}

function toSlug(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = letters.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return slug.slice(0, maxLength) || 'unnamed';
}
