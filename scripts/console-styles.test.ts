import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './repository.ts';

const styles = join(repositoryRoot, 'console/src/styles');
const screens = join(repositoryRoot, 'console/src/screens');
const listSheets = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

/** The classes with which selectors of a style sheet begin. */
const listClasses = (css: string) =>
  [...css.matchAll(/^\s*\.([a-z][\w-]*)[^;{}]*[{,]$/gm)].map(([, name]) => name ?? '');

test('a class belongs to one screen, because the styles of every opened screen stay', () => {
  const owners = new Map<string, Set<string>>();
  const common = new Set(listSheets(styles).flatMap((sheet) => listClasses(readFileSync(join(styles, sheet), 'utf8'))));
  for (const sheet of listSheets(screens)) {
    const [screen = ''] = sheet.split(/[\\/]/);
    for (const name of listClasses(readFileSync(join(screens, sheet), 'utf8'))) {
      if (common.has(name)) continue;
      owners.set(name, (owners.get(name) ?? new Set()).add(screen));
    }
  }
  expect(owners.size).toBeGreaterThan(100);
  const shared = [...owners].filter(([, found]) => found.size > 1).map(([name, found]) => [name, ...found]);
  expect(shared).toEqual([]);
});
