import { readFile, writeFile } from 'node:fs/promises';
import { allRoutes } from './app/operations.ts';
import { version } from './app/version.ts';
import { buildOpenApi } from './platform/http/openapi/build-openapi.ts';
import { dumpSchema } from './app/dump-schema.ts';
import { listMigrations, MigrationChanged } from './app/list-migrations.ts';

/*
 * Writes the generated files: migrations.sha256, which keeps migrations from being changed; schema.sql, the schema after
 * all of them; and openapi.json, made from the route declarations. With --check it writes nothing and fails if a file is
 * out of date. Each is made from the file as it was.
 */
const files: Record<string, (found: string) => Promise<string>> = {
  'migrations.sha256': listMigrations,
  'schema.sql': dumpSchema,
  'openapi.json': async () => `${JSON.stringify(buildOpenApi(allRoutes(), version), null, 2)}\n`,
};

let stale = false;
for (const [name, make] of Object.entries(files)) {
  const path = new URL(`../${name}`, import.meta.url);
  const found = await readFile(path, 'utf8').catch(() => '');
  const wanted = await make(found).catch((error: unknown) => {
    if (!(error instanceof MigrationChanged)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  if (found === wanted) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`server/${name} is stale: run npm run generate\n`);
    stale = true;
  } else {
    await writeFile(path, wanted);
    process.stdout.write(`wrote server/${name}\n`);
  }
}
process.exit(stale ? 1 : 0);
