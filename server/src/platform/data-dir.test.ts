import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareDataDir } from './data-dir.ts';
import { StartError } from './errors.ts';
import { keepSecretKey } from './secret-key.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-data-dir-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
const userId = process.getuid?.() ?? 0;

describe('DATA_DIR', () => {
  test('is made inaccessible to other users, with its contents, at every start', async () => {
    const outside = join(dataDir, '..', `outside-${Date.now()}`);
    await writeFile(outside, 'not ours to change');
    await chmod(outside, 0o644);
    await mkdir(join(dataDir, 'database/base'), { recursive: true });
    await writeFile(join(dataDir, 'database/base/1'), 'rows');
    await writeFile(join(dataDir, 'secret-key'), 'a'.repeat(64));
    await symlink(outside, join(dataDir, 'link'));
    for (const path of ['', 'database', 'database/base']) await chmod(join(dataDir, path), 0o755);
    for (const path of ['database/base/1', 'secret-key']) await chmod(join(dataDir, path), 0o664);
    expect(prepareDataDir(dataDir)).toBe(dataDir);
    for (const path of ['', 'database', 'database/base']) expect(await modeOf(join(dataDir, path))).toBe(0o700);
    for (const path of ['database/base/1', 'secret-key']) expect(await modeOf(join(dataDir, path))).toBe(0o600);
    expect(await modeOf(outside)).toBe(0o644);
    await rm(outside);
  });

  test('of another user gets our own folder inside', async () => {
    await chmod(dataDir, 0o777);
    // Only the administrator can give a folder away; anyone else has one of another user in `/`.
    if (userId === 0) {
      await chown(dataDir, 12_345, 12_345);
      expect(prepareDataDir(dataDir)).toBe(join(dataDir, 'portico'));
      expect(await modeOf(join(dataDir, 'portico'))).toBe(0o700);
      expect(await modeOf(dataDir)).toBe(0o777);
      expect(prepareDataDir(dataDir)).toBe(join(dataDir, 'portico'));
    } else expect(() => prepareDataDir('/')).toThrow(StartError);
  });

  test('of another user with data of an older version is kept and made inaccessible', async () => {
    if (userId !== 0) return expect(userId).not.toBe(0);
    await mkdir(join(dataDir, 'database'), { mode: 0o755 });
    await chown(dataDir, 12_345, 12_345);
    expect(prepareDataDir(dataDir)).toBe(dataDir);
    return expect(await modeOf(join(dataDir, 'database'))).toBe(0o700);
  });

  test('with the installation of another user is refused, and stays as it is', async () => {
    await writeFile(join(dataDir, 'secret-key'), 'a'.repeat(64));
    const other = userId + 1;
    const message = `DATA_DIR: ${dataDir} has the installation of another user (id ${userId}); run Portico as that user`;
    expect(() => prepareDataDir(dataDir, other)).toThrow(message);
    expect(await readdir(dataDir)).toEqual(['secret-key']);
  });

  test('with the installation of another user is refused if that user’s database can’t be read', async () => {
    // What is inside of this link to itself can't be looked at, as in a folder that only its owner may search.
    await symlink('database', join(dataDir, 'database'));
    expect(() => prepareDataDir(dataDir, userId + 1)).toThrow(`has the installation of another user (id ${userId})`);
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  test('with the installations of two users is used by both', async () => {
    if (userId !== 0) return expect(userId).not.toBe(0);
    await writeFile(join(dataDir, 'secret-key'), 'a'.repeat(64));
    await mkdir(join(dataDir, 'portico'));
    await writeFile(join(dataDir, 'portico/secret-key'), 'b'.repeat(64));
    for (const path of ['portico', 'portico/secret-key']) await chown(join(dataDir, path), 12_345, 12_345);
    expect(prepareDataDir(dataDir, 12_345)).toBe(join(dataDir, 'portico'));
    return expect(prepareDataDir(dataDir)).toBe(dataDir);
  });

  test('is refused if it is a file, whose mode stays', async () => {
    const file = join(dataDir, 'program');
    await writeFile(file, '', { mode: 0o755 });
    expect(() => prepareDataDir(file)).toThrow(`DATA_DIR: ${file} is not a folder that this user can write`);
    expect(await modeOf(file)).toBe(0o755);
  });

  test('is refused if the folder inside belongs to another user', async () => {
    await mkdir(join(dataDir, 'portico'));
    expect(() => prepareDataDir(dataDir, userId + 1)).toThrow(/DATA_DIR: .*portico belongs to another user/);
  });
});

describe('the secret key', () => {
  const read = () => keepSecretKey(dataDir);

  test('is created once, atomically, and only for this user', async () => {
    const key = read();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(read()).toBe(key);
    expect(await modeOf(join(dataDir, 'secret-key'))).toBe(0o600);
  });

  test.each([
    ['empty', ''],
    ['cut', 'a1'.repeat(20)],
    ['full of NUL', '\0'.repeat(64)],
    ['too short', 'my own key'],
  ])('is refused with one line of advice if it is %s', async (_, content) => {
    await writeFile(join(dataDir, 'secret-key'), content);
    expect(read).toThrow(StartError);
    expect(read).toThrow(
      /^DATA_DIR: .*secret-key is empty or damaged\. Restore it from a backup, or set SECRET_KEY.*$/,
    );
    expect(await readFile(join(dataDir, 'secret-key'), 'utf8')).toBe(content);
  });

  test('chosen by the operator is accepted', async () => {
    const own = 'a passphrase that nobody guesses, ever';
    await writeFile(join(dataDir, 'secret-key'), `${own}\n`);
    expect(read()).toBe(own);
  });
});
