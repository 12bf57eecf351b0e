import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from './errors.ts';

/** The folder created inside a DATA_DIR that belongs to another user, such as a mounted volume owned by root. */
const subfolder = 'portico';

/**
 * Creates the folder for everything that the server stores, makes it and its contents inaccessible to other users of
 * this machine (0700 and 0600), and returns its path. It is DATA_DIR itself if that belongs to this user, else a folder
 * in it.
 * @throws StartError if it can't be created or written, belongs to another user, or has that user's installation.
 */
export function prepareDataDir(dataDir: string, userId = process.getuid?.()): string {
  makeFolder(dataDir);
  const folder = realpathSync(dataDir);
  if (userId === undefined) return folder;
  if (statSync(folder).uid === userId) {
    closeTree(folder, userId);
    return folder;
  }
  // An older version kept its data directly in such a folder. The data stays there, and each entry is restricted
  // separately.
  const known = ['database', 'secret-key', 'admin-key', 'files'].map((name) => join(folder, name));
  if (known.some((path) => ownerOf(path) === userId)) {
    closeDataDir(folder, userId);
    return folder;
  }
  const own = join(folder, subfolder);
  const other = hasInstallation(own) ? undefined : findInstaller(folder);
  // An empty installation beside it would look as if all data were lost.
  if (other !== undefined) {
    throw new StartError(
      `DATA_DIR: ${folder} has the installation of another user (id ${other}); run Portico as that user`,
    );
  }
  makeFolder(own);
  if (ownerOf(own) !== userId) throw new StartError(`DATA_DIR: ${own} belongs to another user`);
  closeTree(own, userId);
  return own;
}

/** Whether a server has started on the folder. A command of an earlier version may have left an empty database. */
function hasInstallation(folder: string): boolean {
  return ['secret-key', 'admin-key', 'files', 'incoming'].some((name) => existsSync(join(folder, name)));
}

/** The id of the user whose server has started on the folder, even with keys in its environment. */
function findInstaller(folder: string): number | undefined {
  return ['secret-key', 'admin-key', 'database/PG_VERSION']
    .map((name) => ownerOf(join(folder, name)))
    .find((id) => id !== undefined);
}

/** Whether a server has stored its database in the folder (`prepareDataDir`). */
export function hasDatabase(dataDir: string): boolean {
  return [dataDir, join(dataDir, subfolder)].some((folder) => existsSync(join(folder, 'database')));
}

/**
 * Restricts everything created in the folder since; PGlite opens its files to everyone, regardless of the process's
 * umask.
 */
export function closeDataDir(folder: string, userId = process.getuid?.()): void {
  if (userId !== undefined) for (const name of readdirSync(folder)) closeTree(join(folder, name), userId);
}

function makeFolder(folder: string): void {
  try {
    makeMissing(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(`DATA_DIR: ${folder} is not a folder that this user can write`);
  }
}

/** Not Node's own recursion, which tries again without end where the system says that an existing parent is missing (/proc). */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return;
  makeMissing(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function ownerOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid;
  } catch {
    // Only the owner of the folder around it can look into that.
    return lstatSync(dirname(path)).uid;
  }
}

/**
 * Restricts a file or folder of this user and everything in it. Links are not followed, because their targets are
 * elsewhere.
 */
function closeTree(path: string, userId: number): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink() || stats.uid !== userId) return;
  try {
    if ((stats.mode & 0o077) !== 0) chmodSync(path, stats.mode & 0o700);
    if (stats.isDirectory()) for (const name of readdirSync(path)) closeTree(join(path, name), userId);
  } catch (error) {
    // Another process may have removed it in the meantime, and some file systems don't support modes.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
