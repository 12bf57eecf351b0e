import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from './connect.ts';
import { demoSteps } from '../../src/app/demo/demo-content.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { dropTemplates, startPGlite } from '../../src/platform/embedded-postgres.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { readMigrations } from '../../src/platform/migrations.ts';

/** A PGlite database with every migration applied: a data directory to copy, and the same as an archive for memory. */
export interface EmbeddedTemplate {
  readonly directory: string;
  readonly archive: string;
}

/** Beside what an installation keeps between starts; the folder for temporary files may be another one for each run. */
const folder = fileURLToPath(new URL('../../../node_modules/.cache/portico/test-databases/', import.meta.url));

/** Returns the template for the current migrations, and creates it if this checkout has none yet (about 5 s). */
export async function embeddedTemplate(): Promise<EmbeddedTemplate> {
  const target = join(folder, await fingerprint());
  const template = { directory: join(target, 'database'), archive: join(target, 'database.tar') };
  if (existsSync(target)) return template;
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, 'new-'));
  let archive: Blob | undefined;
  const database = await openDatabase({ databaseUrl: undefined, dataDir: work }, async (directory) => {
    const { pglite } = await startPGlite(directory, { isTemplate: true });
    return {
      pglite,
      async close() {
        await pglite.exec('CHECKPOINT');
        archive = await pglite.dumpDataDir('none');
        await pglite.close();
      },
    };
  });
  await migrate(database);
  await dropTemplates(database.raw);
  await leaveOutDemo(database);
  await database.close();
  if (archive === undefined) throw new Error('the template was not archived');
  await writeFile(join(work, 'database.tar'), archive.stream());
  // Two processes may each have created one; the first that is renamed is used by both.
  await rename(work, target).catch(async () => rm(work, { recursive: true, force: true }));
  return template;
}

/** Returns the name of a migrated database to clone on a real server, and creates it if there is none. */
export async function serverTemplate(databaseUrl: string): Promise<string> {
  const name = `portico_template_${await fingerprint()}`;
  const admin = connect(databaseUrl);
  try {
    await admin`SELECT pg_advisory_lock(7305)`;
    const [known] = await admin`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (known !== undefined) return name;
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name}_making`);
    await admin.unsafe(`CREATE DATABASE ${name}_making`);
    const url = new URL(databaseUrl);
    url.pathname = `/${name}_making`;
    const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    await migrate(database);
    await leaveOutDemo(database);
    await database.close();
    await admin.unsafe(`ALTER DATABASE ${name}_making RENAME TO ${name}`);
    return name;
  } finally {
    await admin.end();
  }
}

/**
 * Marks the demo as deleted by the owner, so that it isn't filled again: this takes a server more processor time than
 * the rest of its first start. The browser tests have the demo, because their servers start with an empty folder.
 */
async function leaveOutDemo({ sql }: Database): Promise<void> {
  for (const step of demoSteps) await sql`INSERT INTO settings (name, value) VALUES (${`demo ${step}`}, 'left out')`;
}

/** A hash of everything that a template depends on: the migrations, the steps of the demo, and how it is made here. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
    .update(demoSteps.join())
    .update(await readFile(import.meta.filename));
  for (const { name, text } of await readMigrations()) hash.update(name).update(text);
  return hash.digest('hex').slice(0, 12);
}
