import { randomBytes } from 'node:crypto';

/** Slugs to try for a name, the plain one first; later ones end with random characters. */
export function* proposeSlugs(name: string): Generator<string, void, undefined> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  if (plain.length >= 3) yield plain;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    yield `${plain === '' ? 'i' : plain}-${randomBytes(4).toString('hex')}`;
  }
}
