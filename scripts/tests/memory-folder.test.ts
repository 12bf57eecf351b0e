import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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

test('a disk that a killed run had mounted is removed with its folder, once no process uses it', async ({ skip }) => {
  const left = `portico-tests-${spawnSync('true').pid}-abc`;
  const disk = join(parent, left, 'small disk');
  mkdirSync(disk, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]).status !== 0) {
    return skip('only the administrator may mount a disk');
  }
  const user = spawn('sleep', ['60'], { cwd: disk });
  try {
    await once(user, 'spawn');
    openMemoryFolder(parent, 1)?.remove();
    expect(readdirSync(parent)).toEqual([left]);
    user.kill();
    await once(user, 'exit');
    openMemoryFolder(parent, 1)?.remove();
    expect(readdirSync(parent)).toEqual([]);
  } finally {
    user.kill();
    spawnSync('umount', ['--lazy', disk], { stdio: 'ignore' });
  }
});

test('there is none without enough space, and none without shared memory', () => {
  expect(openMemoryFolder(parent, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(readdirSync(parent)).toEqual([]);
  expect(openMemoryFolder(join(parent, 'missing'), 1)).toBeUndefined();
  expect(existsSync(join(parent, 'missing'))).toBe(false);
});
