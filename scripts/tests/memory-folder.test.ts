import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMemoryFolder } from './memory-folder.ts';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'portico-memory-'));
});
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

test('a run has a folder of its own, which it removes', () => {
  const first = openMemoryFolder(parent, 1);
  const second = openMemoryFolder(parent, 1);
  expect(first?.path).not.toBe(second?.path);
  writeFileSync(join(first?.path ?? '', 'file'), 'text');
  first?.remove();
  expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([second?.path]);
});

test('the folders of killed runs are removed, and nothing else', () => {
  const { pid } = spawnSync('true');
  for (const name of [`portico-tests-${pid}-abc`, `portico-tests-${process.pid}-abc`, 'other']) {
    mkdirSync(join(parent, name));
  }
  openMemoryFolder(parent, 1)?.remove();
  expect(readdirSync(parent).toSorted()).toEqual(['other', `portico-tests-${process.pid}-abc`]);
});

test('there is none without enough space, and none without shared memory', () => {
  expect(openMemoryFolder(parent, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(readdirSync(parent)).toEqual([]);
  expect(openMemoryFolder(join(parent, 'missing'), 1)).toBeUndefined();
  expect(existsSync(join(parent, 'missing'))).toBe(false);
});
