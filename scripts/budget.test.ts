import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureBudgets } from './budget.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-budget-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Random bytes: gzip makes them slightly longer. */
function write(file: string, content: number | object): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'number' ? randomBytes(content) : JSON.stringify(content));
}

function measure(name: string) {
  const found = measureBudgets(root).find((budget) => budget.name === name);
  if (found === undefined) throw new Error(`no budget is called ${name}`);
  return found;
}

test('the limit of the loader is 4.5 KB', () => {
  write('embed-loader/dist/embed.js', 4400);
  expect(measure('loader').passed).toBe(true);
  write('embed-loader/dist/embed.js', 4600);
  expect(measure('loader').passed).toBe(false);
});

test('the first view of the form counts its page, its entry, what that imports statically, and the style sheets', () => {
  const manifest = {
    'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_shared.js'], css: ['assets/main.css'] },
    '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
    '../shared-types/src/languages/en/form.ts': { file: 'assets/en.js', isDynamicEntry: true },
    'src/later.ts': { file: 'assets/later.js', isDynamicEntry: true },
  };
  write('form-app/dist/.vite/manifest.json', manifest);
  write('form-app/dist/index.html', 1000);
  for (const file of ['main.js', 'shared.js', 'main.css', 'shared.css', 'en.js'])
    write(`form-app/dist/assets/${file}`, 7_500);
  write('form-app/dist/assets/later.js', 100_000);
  expect(measure('form, first view').passed).toBe(true);
  expect(measure('form, first view').kilobytes).toBeCloseTo(38.6, 0);
  write('form-app/dist/assets/shared.css', 15_000);
  expect(measure('form, first view').passed).toBe(false);
});

test('the first open of the widget counts the loader, the panel and Markdown together', () => {
  const manifest = {
    'src/panel.ts': { file: 'assets/panel.js', isEntry: true, imports: ['_shared.js'] },
    '../browser-kit/src/markdown/markdown.tsx': {
      file: 'assets/markdown.js',
      isDynamicEntry: true,
      imports: ['_shared.js'],
    },
    '_shared.js': { file: 'assets/shared.js' },
  };
  write('widget/dist/.vite/manifest.json', manifest);
  write('embed-loader/dist/embed.js', 3000);
  for (const file of ['panel.js', 'shared.js', 'markdown.js']) write(`widget/dist/assets/${file}`, 17_500);
  expect(measure('widget, first open').passed).toBe(true);
  write('widget/dist/assets/markdown.js', 22_000);
  expect(measure('widget, first open').passed).toBe(false);
});

test('a missing file fails its budget', () => {
  expect(measure('loader')).toMatchObject({ passed: false });
  write('embed-loader/dist/embed.js', 3000);
  write('widget/dist/.vite/manifest.json', {});
  expect(measure('widget, first open')).toMatchObject({ passed: false });
});

test('the first screen of the console counts its page, the frame and the home screen', () => {
  const manifest = {
    'index.html': { file: 'assets/main.js', isEntry: true, css: ['assets/main.css'] },
    'src/screens/home/home-screen.tsx': { file: 'assets/home.js', isDynamicEntry: true, imports: ['index.html'] },
  };
  write('console/dist/.vite/manifest.json', manifest);
  write('console/dist/index.html', 1000);
  for (const file of ['main.js', 'main.css', 'home.js']) write(`console/dist/assets/${file}`, 35_000);
  expect(measure('console, first screen').passed).toBe(true);
  write('console/dist/assets/home.js', 60_000);
  expect(measure('console, first screen').passed).toBe(false);
});
