import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildPages } from './build-pages.ts';

const run = promisify(execFile);

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-pages-'));
  for (const page of ['widget', 'embed-loader', 'form-app', 'persona-app', 'console']) {
    // Each build records that it ran, and takes long enough to overlap with a second one.
    const build = `echo ${page} >> ../built && sleep 0.2 && mkdir -p dist && cp src/main.ts dist/`;
    write(`${page}/package.json`, JSON.stringify({ scripts: { build } }));
    write(`${page}/src/main.ts`, page);
  }
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function built(): string[] {
  return readFileSync(join(root, 'built'), 'utf8').trim().split('\n');
}

/** Another process that builds the same pages. */
function buildElsewhere(): Promise<unknown> {
  const program = `
    import { buildPages } from ${JSON.stringify(join(import.meta.dirname, 'build-pages.ts'))};
    await buildPages(${JSON.stringify(root)});`;
  return run(process.execPath, ['--input-type=module', '--eval', program]);
}

test('builds what is missing, in order, and then nothing until a source changes', async () => {
  await buildPages(root);
  await buildPages(root);
  expect(built()).toEqual(['widget', 'embed-loader', 'form-app', 'persona-app', 'console']);
  write('form-app/src/main.ts', 'changed');
  write('form-app/src/main.test.ts', 'tests are not shipped');
  await buildPages(root);
  expect(built().slice(5)).toEqual(['form-app']);
  write('form-app/src/another.test.ts', 'nor built again for');
  await buildPages(root);
  expect(built()).toHaveLength(6);
});

test('a folder named like the server’s folder of data is a source like the others', async () => {
  await buildPages(root);
  write('console/src/data/agents.ts', 'changed');
  await buildPages(root);
  expect(built().slice(5)).toEqual(['console']);
});

test('the loader is rebuilt when the widget changes, because it contains the widget’s file names', async () => {
  await buildPages(root);
  write('widget/src/main.ts', 'changed');
  await buildPages(root);
  expect(built().slice(5)).toEqual(['widget', 'embed-loader']);
});

test('processes that start at the same time build once', async () => {
  await Promise.all([buildElsewhere(), buildElsewhere(), buildElsewhere()]);
  expect(built()).toEqual(['widget', 'embed-loader', 'form-app', 'persona-app', 'console']);
});

test('the lock of a dead process blocks nobody', async () => {
  const gone = run(process.execPath, ['--version']);
  await gone;
  write('node_modules/.cache/portico/build-pages.lock', String(gone.child.pid));
  await Promise.all([buildElsewhere(), buildElsewhere()]);
  expect(built()).toEqual(['widget', 'embed-loader', 'form-app', 'persona-app', 'console']);
  expect(existsSync(join(root, 'node_modules/.cache/portico/build-pages.lock'))).toBe(false);
});

test('a failed build reports the reason, and is tried again', async () => {
  write('widget/package.json', JSON.stringify({ scripts: { build: 'echo planted error; exit 3' } }));
  await expect(buildPages(root)).rejects.toThrow('planted error');
  await expect(buildPages(root)).rejects.toThrow('planted error');
});
