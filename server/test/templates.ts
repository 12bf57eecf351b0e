import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { openDatabase } from '../src/platform/database.ts';
import { migrate, readMigrations } from '../src/platform/migrate.ts';

/** A PGlite data directory with every migration applied, made once for each state of the migrations. */
export async function templateDataDir(): Promise<string> {
  const target = join(tmpdir(), `portico-template-${await fingerprint()}`);
  if (existsSync(target)) return target;
  const work = await mkdtemp(join(tmpdir(), 'portico-template-'));
  const database = await openDatabase({ databaseUrl: undefined, dataDir: work });
  await migrate(database);
  await database.close();
  await mkdir(tmpdir(), { recursive: true });
  // Two test processes may have made one each; the first to be renamed serves both.
  await rename(join(work, 'database'), target).catch(() => undefined);
  await rm(work, { recursive: true, force: true });
  return target;
}

/** The same on a real server: the name of a migrated database to clone. */
export async function templateDatabase(databaseUrl: string): Promise<string> {
  const name = `portico_template_${await fingerprint()}`;
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
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
    await database.close();
    await admin.unsafe(`ALTER DATABASE ${name}_making RENAME TO ${name}`);
    return name;
  } finally {
    await admin.end();
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, text } of await readMigrations()) hash.update(name).update(text);
  return hash.digest('hex').slice(0, 12);
}
