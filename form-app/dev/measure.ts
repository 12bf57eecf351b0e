import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/*
 * Prints what a visitor's first view of the built form costs, gzipped, and fails past 45 KB: the page, what it names, the
 * chunks those import at once, the largest language and the largest cover. `npm run measure -w form-app`.
 */
const budget = 45 * 1024;
const dist = join(import.meta.dirname, '..', 'dist');
const assets = join(dist, 'assets');
const names = await readdir(assets);
const sizeOf = async (path: string) => gzipSync(await readFile(path), { level: 6 }).length;

const html = await readFile(join(dist, 'index.html'), 'utf8');
const first = new Set([...html.matchAll(/\/assets\/forms\/([\w.-]+\.(?:js|css))/g)].flatMap(([, name]) => name ?? []));
if (first.size < 2) throw new Error('the page names no script and style sheet; is it built?');
for (const name of first) {
  if (!name.endsWith('.js')) continue;
  const code = await readFile(join(assets, name), 'utf8');
  for (const [, imported] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) first.add(imported ?? '');
}

const sizes: [name: string, bytes: number][] = [['index.html', gzipSync(html).length]];
for (const name of first) sizes.push([name, await sizeOf(join(assets, name))]);
sizes.push(await largest('language', /^(?:en|de|es|fr|pt|ar|he|zh|ja)-[\w-]+\.js$/));
sizes.push(await largest('cover', /^(?!icon).*\.svg$/));

const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
for (const [name, bytes] of sizes) process.stdout.write(`${String(bytes).padStart(7)}  ${name}\n`);
process.stdout.write(`${String(total).padStart(7)}  of ${budget} allowed\n`);
process.exitCode = total > budget ? 1 : 0;

async function largest(kind: string, pattern: RegExp): Promise<[string, number]> {
  const sized = await Promise.all(
    names
      .filter((name) => pattern.test(name))
      .map(async (name): Promise<[string, number]> => [name, await sizeOf(join(assets, name))]),
  );
  const [found] = sized.toSorted(([, one], [, other]) => other - one);
  if (found === undefined) throw new Error(`no ${kind} was built`);
  return found;
}
