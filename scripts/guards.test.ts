import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyRepository } from './guards/copy-repository.ts';
import type { Finding } from './guards/guard.ts';
import { guards } from './guards/guards.ts';
import { allowedPlants, violatingPlants } from './guards/import-plants.ts';
import { importRules } from './guards/import-rules.ts';
import { findUnreadFiles } from './guards/imports.ts';

// A guard isn't done until it was seen to fail: each one runs here on a copy of the repository with a fault.

let copy = '';
let whole = '';
let configured = '';
const before = new Map<string, string | undefined>();

beforeAll(() => {
  whole = copyRepository();
  // Guards that check each file separately need only the repository's settings.
  configured = copyRepository(/^[^/]+$|^[^/]+\/(?:(?:dev|types)\/)?(?:package|tsconfig)\.json$/);
});
beforeEach(() => {
  copy = whole;
});
afterEach(() => {
  for (const [path, text] of before) {
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
  }
  before.clear();
});
afterAll(() => {
  for (const folder of [whole, configured]) rmSync(folder, { recursive: true, force: true });
});

function read(file: string): string {
  return readFileSync(join(copy, file), 'utf8');
}

/** Writes a file of the copy; after the test it is restored. */
function plant(file: string, text: string): void {
  const path = join(copy, file);
  if (!before.has(path)) before.set(path, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function runGuard(name: string): Promise<Finding> {
  const guard = guards.find((candidate) => candidate.name === name);
  if (guard === undefined) throw new Error(`no guard is called ${name}`);
  return guard.run(copy);
}

test('format: a file that prettier would change', async () => {
  copy = configured;
  plant('docs/planted.ts', 'const   a = "b"');
  const { passed, output } = await runGuard('format');
  expect(passed).toBe(false);
  expect(output).toContain('docs/planted.ts');
});

test('lint: incorrect, suspicious and slow code, long files, type-aware rules, and restricted APIs of the server', async () => {
  copy = configured;
  plant(
    'server/src/platform/planted.ts',
    [
      'const wait = async (): Promise<void> => {};',
      'export function forget(): void {\n  wait();\n}',
      'export const loose = (value: any): number => value;',
      'export const nothing = (a: number): boolean => a === NaN;',
      'export const copies = [1].reduce<number[]>((all, one) => [...all, one], []);',
      'export const same = <T extends unknown>(a: T): T => a;',
      'export const way = (): unknown => fetch(process.env.PLACE ?? "");',
      ...Array.from({ length: 300 }, (_, at) => `export const line${at} = ${at};`),
    ].join('\n'),
  );
  plant('e2e/planted.ts', 'export const stop = (page: { unroute: () => void }): void => page.unroute();\n');
  const { passed, output } = await runGuard('lint');
  expect(passed).toBe(false);
  expect(output).toContain('server/src/platform/planted.ts');
  expect(output).toContain('e2e/planted.ts');
  for (const rule of [
    'no-floating-promises',
    'no-explicit-any',
    'use-isnan',
    'no-accumulating-spread',
    'no-unnecessary-type-constraint',
    'no-restricted-globals',
    'no-process-env',
    'no-restricted-properties',
    'max-lines',
  ]) {
    expect(output).toContain(rule);
  }
});

test('types: every workspace is read, in the strictest settings', async () => {
  copy = configured;
  const files = [
    'shared-types/src',
    'server/src',
    'browser-kit/src',
    'widget/src',
    'embed-loader/src',
    'form-app/src',
    'persona-app/src',
    'console/src',
    'e2e',
    'scripts',
    'bench',
    'form-app/dev',
    'widget/dev',
    'embed-loader/types',
    'embed-loader/types',
  ];
  for (const folder of files) plant(`${folder}/planted.ts`, 'export const first: string = [""][0];\n');
  plant('server/src/planted2.ts', 'export const exact: { a?: string } = { a: undefined };\nexport enum Kind { A }\n');
  const { passed, output } = await runGuard('types');
  expect(passed).toBe(false);
  for (const folder of files) expect(output).toContain(`${folder}/planted.ts(1,14): error TS2322`);
  expect(output).toContain('server/src/planted2.ts(1,14): error TS2375');
  expect(output).toContain('server/src/planted2.ts(2,13): error TS1294');
});

test('imports: every rule reports its violation and allows what the table allows; a file in no layer is reported', async () => {
  plant('server/src/attic/planted.ts', 'export const planted = 1;\n');
  for (const { file, text } of [...violatingPlants, ...allowedPlants]) plant(file, text);
  const { passed, output } = await runGuard('imports');
  expect(passed).toBe(false);
  for (const { file, rules } of violatingPlants) {
    for (const rule of rules) expect(output, `${file} breaks ${rule}`).toMatch(objection(file, rule));
  }
  for (const { file } of allowedPlants) expect(output).not.toContain(`${file} →`);
  expect(output).toContain('server/src/attic/planted.ts is in no layer');
  const proven = new Set(violatingPlants.flatMap(({ rules }) => rules));
  expect(importRules.map(({ name }) => name ?? '').filter((name) => !proven.has(name))).toEqual([]);
});

function objection(file: string, rule: string): RegExp {
  return new RegExp(`^${RegExp.escape(file)} → .*\n  ${rule}: `, 'm');
}

test('imports: a run that read nothing fails', () => {
  const nothing = { modules: [], summary: { violations: [], totalDependenciesCruised: 0 } };
  const findings = findUnreadFiles(copy, nothing);
  expect(findings).toContain('server/src/platform/errors.ts was not read\n');
  expect(findings).toContain('read no module, or no import of any\n');
});

test('unused: a file, an export and a dependency', async () => {
  plant('server/src/platform/planted.ts', 'export const planted = 1;\n');
  plant('server/src/platform/ids.ts', `${read('server/src/platform/ids.ts')}\nexport const plantedExport = 1;\n`);
  plant(
    'server/package.json',
    read('server/package.json').replace('"dependencies": {', '"dependencies": { "planted-package": "1.0.0",'),
  );
  const { passed, output } = await runGuard('unused');
  expect(passed).toBe(false);
  expect(output).toContain('server/src/platform/planted.ts');
  expect(output).toContain('plantedExport');
  expect(output).toContain('planted-package');
});

test('generated: files that differ', async () => {
  const files = ['server/schema.sql', 'server/openapi.json'];
  for (const file of files) plant(file, read(file).replace(/(?<=[a-z])_id/, '_planted'));
  const list = 'shared-types/src/languages/lists/languages.ts';
  plant(list, read(list).replace("'ar', ", ''));
  const { passed, output } = await runGuard('generated');
  expect(passed).toBe(false);
  for (const file of [...files, list]) expect(output).toContain(file);
});

test('generated: a migration that was changed', async () => {
  const name = '0100_workflows.sql';
  plant(`server/migrations/${name}`, `${read(`server/migrations/${name}`)}-- planted\n`);
  const { passed, output } = await runGuard('generated');
  expect(passed).toBe(false);
  expect(output).toContain(`${name}: changed`);
});

test('bytes: a page that fails to build', async () => {
  plant('widget/vite.config.ts', 'throw new Error("planted");\n');
  const { passed, output } = await runGuard('bytes');
  expect(passed).toBe(false);
  expect(output).toContain('planted');
});

// In parts, because the guard also reads this file.
const [slash, dot, equals, unfinished] = ['/', '.', '=', 'DO'];
test.each([
  ['docs/planted.md', `see ${slash}work${slash}main`, 'path'],
  ['server/src/planted.ts', `const a = '${slash}home${slash}someone/x';`, 'path'],
  ['package-lock.json', `"resolved": "https:${slash}/mirror.example/a.tgz"`, 'registry host'],
  ['docs/planted.md', `https:${slash}/registry${dot}npmjs${dot}org/x`, 'registry host'],
  ['.npmrc', `registry${equals}https:${slash}/mirror.example`, 'registry'],
  ['widget/src/planted.test.ts', `test${dot}only('a', () => {});`, 'only a part'],
  ['e2e/specs/planted.spec.ts', `test.describe${dot}skip('a', () => {});`, 'only a part'],
  ['server/src/planted.sql', `-- TO${unfinished} later`, 'to be done'],
])('text: %s with %s', async (file, text, why) => {
  copy = configured;
  plant(file, `${text}\n`);
  const { passed, output } = await runGuard('text');
  expect(passed).toBe(false);
  expect(output).toMatch(new RegExp(`^${RegExp.escape(file)}:1 .*${why}`, 'm'));
});

test.each([
  ['docs/planted.md', 'The hook is told of it.', 'told'],
  ['README.md', 'It goes on where it was.', 'goes on'],
  ['docs/reference/planted.md', 'A number that is no integer.', 'is no'],
  ['shared-types/src/planted.ts', '/** Answers the id, again. */', '/** Answers'],
  ['shared-types/src/planted.ts', "const message = 'null where there is none';", 'where there is'],
  ['browser-kit/src/planted.ts', 'const a = 1; // whoever asks', 'whoever'],
  ['server/src/planted.ts', 'const longestName = 80;', 'longestName'],
  ['console/src/planted.tsx', '/** What a visitor asked in vain. */', 'in vain'],
  ['console/src/planted.css', '/* The reserved space goes with its place. */', 'goes with its'],
  ['console/src/planted-texts.ts', "export const texts = { name: ['What lies here', 'Lies dies', '…'] };", 'lies'],
  ['examples/curl/planted.sh', 'call 200 GET / # It goes on.', 'goes on'],
  ['form-app/src/planted.ts', "say('name', 'The draft is no file.');", 'is no'],
  ['e2e/specs/planted.spec.ts', "test('the stream goes on', async () => {});", 'goes on'],
  ['server/src/planted.ts', "const message = 'The PDF holds no text.';", 'holds no'],
  ['server/src/planted.ts', "const text = 'The secret is in this answer and in no other.';", 'in no other'],
])('language: %s with “%s”', async (file, text, word) => {
  copy = configured;
  plant(file, `${text}\n`);
  const { passed, output } = await runGuard('language');
  expect(passed).toBe(false);
  expect(output).toContain(`${file}:1 “${word}”`);
});

test.each([
  ["import './planted.ts';", "import './"],
  ['const kept = new WeakMap<Platform, string>();', 'new WeakMap<Platform'],
  ['let connected: Ports | undefined;', 'let connected'],
  ['export const wrong = 1 as unknown as string;', 'as unknown as'],
])('composition: %s', async (text, found) => {
  copy = configured;
  plant('server/src/features/planted.ts', `${text}\n`);
  const { passed, output } = await runGuard('composition');
  expect(passed).toBe(false);
  expect(output).toContain(`server/src/features/planted.ts:1 ${found}: `);
});

test('composition: tests, and texts that only mention it, pass', async () => {
  plant('server/src/features/planted.test.ts', "import './planted.ts';\n");
  plant('server/src/features/planted.ts', "export const text = 'an import of ./planted.ts';\n");
  expect((await runGuard('composition')).passed).toBe(true);
});

test('language: code, and words in backticks, are not sentences', async () => {
  plant('shared-types/src/planted.ts', "import { anew } from './anew.ts';\nexport const told = [anew.stands];\n");
  plant('e2e/specs/planted.spec.ts', "await page.getByText('It goes on').click();\n");
  plant('docs/planted.md', 'See `scripts/tests/patience.ts`; there are no longer two.\n');
  plant('console/src/planted-texts.ts', "export const texts = {\n  name: [\n    'Read',\n    'Lies mit',\n  ],\n};\n");
  const { output } = await runGuard('language');
  expect(output).not.toContain('planted');
});

// In parts, too: a citation that does not resolve.
const pages = ['docs', 'reference'].join('/');
const [contract, spec] = ['contract', 'spec'];
test.each([
  ['server/src/planted.ts', `/** A rule (${pages}/webhooks.md#no-such-heading). */`, 'a heading that does not exist'],
  ['server/src/planted.ts', `// ${pages}/nothing.md#retries`, 'a page that does not exist'],
  ['widget/src/planted.tsx', `// ${pages}/webhooks.md`, 'not of the form'],
  ['shared-types/src/planted.ts', `/** Once (${contract} section 7). */`, 'not in the repository'],
  ['server/src/planted.sql', `-- As ${spec} 2.10 has it.`, 'not in the repository'],
  ['docs/planted.md', '[Retries](reference/webhooks.md#no-such-heading)', 'a heading that does not exist'],
  ['docs/planted.md', '[Nothing](nothing.md)', 'does not exist'],
])('citations: %s with %s', async (file, text, why) => {
  plant(file, `${text}\n`);
  const { passed, output } = await runGuard('citations');
  expect(passed).toBe(false);
  expect(output).toMatch(new RegExp(`^${RegExp.escape(file)}:1 .*${why}`, 'm'));
});

test('citations: headings that exist, and titles of tests, pass', async () => {
  plant('server/src/planted.test.ts', `// ${pages}/webhooks.md#retries\ntest('${spec} 2.10', () => {});\n`);
  const { output } = await runGuard('citations');
  expect(output).not.toContain('planted');
});
