import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { startPGlite } from './embedded-postgres.ts';
import { readMigrations } from './migrations.ts';

/** Stored beside Node's compiled code, with the other files that an installation keeps between starts. */
const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/portico/databases/', import.meta.url));
const manifest = new URL('../../package.json', import.meta.url);
const program = new URL('create-database.child.ts', import.meta.url);

/** The copy for a new database that a thread of this process makes. */
let ahead: { readonly directory: string; readonly folder: string; readonly isCopied: Promise<boolean> } | undefined;

/**
 * Begins to create the embedded database in `directory`, if it doesn't exist and there is a template: a thread copies
 * its files while this one loads the server. `createDatabaseOnce` uses the copy, after the server has made sure that no
 * other one runs on the folder; if one does, that one removes the copy.
 */
export async function beginDatabase(directory: string, cache = cacheFolder): Promise<void> {
  if (await exists(join(directory, 'PG_VERSION'))) return;
  const template = join(cache, await hashSources());
  if (!(await exists(template))) return;
  const folder = await mkdtemp(`${unfinishedFor(directory)}-`);
  ahead = { directory, folder, isCopied: copyInThread(template, folder) };
}

/**
 * Creates the embedded database in `directory` with every migration applied, unless it exists. The first one of an
 * installation is created in a separate process, because this takes about 190 MB of memory, which WebAssembly never
 * releases. A copy of it is kept for the next one, which saves seven seconds of processor time. An interrupted creation
 * leaves a folder beside it, which the next one removes. If the process fails, `directory` is left empty, and opening
 * it creates the database or reports the reason.
 */
export async function createDatabaseOnce(directory: string, cache = cacheFolder): Promise<void> {
  // A process that was killed after the move has left its copies.
  if (await exists(join(directory, 'PG_VERSION'))) return removeUnfinished(directory);
  const unfinished = unfinishedFor(directory);
  const begun = ahead?.directory === directory && (await ahead.isCopied) ? ahead.folder : undefined;
  if (begun !== undefined && (await exists(join(begun, 'PG_VERSION')))) {
    await rename(begun, directory);
  } else {
    await rm(unfinished, { recursive: true, force: true });
    const template = join(cache, await hashSources());
    const isKept = await exists(template);
    if ((isKept && (await copyTemplate(template, unfinished))) || (await createIn(unfinished))) {
      await rename(join(unfinished, 'database'), directory);
      if (!isKept) await keepTemplate(directory, template);
    }
  }
  await removeUnfinished(directory);
}

/** Starts the embedded Postgres on a database that is created and migrated if it doesn't exist. */
export const startMigrated: typeof startPGlite = async (directory) => {
  await createDatabaseOnce(directory);
  // Loaded here, since Postgres in WebAssembly is large and servers with DATABASE_URL never need it.
  const embedded = await import('./embedded-postgres.ts');
  return embedded.startPGlite(directory);
};

/** Databases are created in folders whose names begin like this, and moved when they are complete. */
const unfinishedFor = (directory: string): string => `${directory}.unfinished`;

async function removeUnfinished(directory: string): Promise<void> {
  const home = dirname(directory);
  for (const name of (await exists(home)) ? await readdir(home) : []) {
    const path = join(home, name);
    // Another process may be copying into it, until it finds that this one holds the folder.
    if (path.startsWith(unfinishedFor(directory))) await rm(path, { recursive: true, force: true, maxRetries: 10 });
  }
}

/**
 * Creates the copy for first starts, unless it exists: while pages are built, one processor is idle. There is none if
 * this user can't write the installation.
 */
export async function prepareTemplate(cache = cacheFolder): Promise<void> {
  if (await exists(join(cache, await hashSources()))) return;
  const folder = await makeFolderIn(cache).catch(() => undefined);
  if (folder === undefined) return;
  await createDatabaseOnce(join(folder, 'database'), cache);
  await rm(folder, { recursive: true, force: true });
}

async function makeFolderIn(cache: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  return mkdtemp(join(cache, 'new-'));
}

/**
 * Creates `database` in the folder, in a child process. Returns false if it failed. The database's WebAssembly stays as
 * it is first compiled: optimizing it takes a quarter of the processor time of a process that ends so soon.
 */
async function createIn(folder: string): Promise<boolean> {
  // Without the options of this process, which may contain a program that Node.js was given as text.
  const child = fork(program, [folder], { stdio: 'ignore', execArgv: ['--liftoff-only'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** Keeps a copy of a new database, and removes those of older versions. A read-only installation keeps none. */
async function keepTemplate(directory: string, template: string): Promise<void> {
  const cache = join(template, '..');
  const unfinished = `${template}.${process.pid}`;
  try {
    for (const name of (await exists(cache)) ? await readdir(cache) : []) {
      if (!name.startsWith('new-')) await rm(join(cache, name), { recursive: true, force: true });
    }
    copy(directory, unfinished);
    await rename(unfinished, template);
  } catch {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Returns false if it failed: another user may have created the template, whose folders only that user can read. */
async function copyTemplate(template: string, unfinished: string): Promise<boolean> {
  try {
    copy(template, join(unfinished, 'database'));
    return true;
  } catch {
    await rm(unfinished, { recursive: true, force: true });
    return false;
  }
}

/** Synchronous: a thousand small files take four times as long with a promise for each. */
function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}

/** Returns false if it failed. */
async function copyInThread(from: string, to: string): Promise<boolean> {
  const program = `
    const { workerData: { from, to } } = require('node:worker_threads');
    require('node:fs').cpSync(from, to, { recursive: true });
  `;
  const worker = new Worker(program, { eval: true, workerData: { from, to } });
  return new Promise((resolve) => {
    worker.once('error', () => resolve(false));
    worker.once('exit', (code) => resolve(code === 0));
  });
}

/**
 * A hash of everything that a new database depends on: the migrations, the versions of Postgres and of the queue, and
 * the program that creates it.
 */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(manifest))
    .update(await readFile(program));
  for (const { name, text } of await readMigrations()) hash.update(name).update(text);
  return hash.digest('hex').slice(0, 16);
}

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
