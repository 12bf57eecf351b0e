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

test('a motion has the common duration, which is none under reduced motion', () => {
  const sources = join(repositoryRoot, 'console/src');
  const motions = listSheets(sources).flatMap((sheet) => {
    const css = readFileSync(join(sources, sheet), 'utf8');
    // What is inside of the media query runs only without reduced motion.
    const checked = css.replaceAll(/@media \(prefers-reduced-motion: no-preference\) \{[^{}]*(\{[^{}]*\}\s*)*\}/g, '');
    return [...checked.matchAll(/(?:animation|transition):[^;]*;/g)].map(([motion]) => `${sheet}: ${motion}`);
  });
  expect(motions.length).toBeGreaterThan(5);
  expect(motions.filter((motion) => !motion.includes('var(--ease)') && !motion.endsWith(': none;'))).toEqual([]);
});

/** Icons whose names say that they point along the line of a text, or show lines of it. */
const directional = /(Left|Right)$|^(Undo|Redo)|^(Send|LogOut|List|ListChecks|ListX)$/;

test('every icon that has a direction is mirrored in languages written from right to left, and once', () => {
  const sources = join(repositoryRoot, 'console/src');
  const used = new Set<string>();
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue;
    const source = readFileSync(join(sources, file), 'utf8');
    for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)) {
      for (const name of names.split(',')) used.add(name.trim());
    }
  }
  const classes = [...used].filter((name) => directional.test(name)).map((name) => `.lucide-${toKebabCase(name)}`);
  const css = listSheets(sources).map((sheet) => readFileSync(join(sources, sheet), 'utf8'));
  const mirrored = css.flatMap((text) => [...text.matchAll(/\[dir='rtl'\]([^{}]*)\{\s*scale: -1 1;/g)]);
  expect(mirrored.flatMap(([, selectors = '']) => selectors.match(/\.[\w-]+/g) ?? []).toSorted()).toEqual(
    classes.toSorted(),
  );
});

const toKebabCase = (name: string): string => name.replaceAll(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();
