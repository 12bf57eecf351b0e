import { readFile, writeFile } from 'node:fs/promises';
import { allRoutes } from './app/operations.ts';
import { version } from './app/version.ts';
import { buildOpenApi } from './platform/http/openapi/build-openapi.ts';
import { dumpSchema } from './app/dump-schema.ts';

/*
 * Writes the generated files: schema.sql, the schema after all migrations, and openapi.json, made from the route
 * declarations. With --check it writes nothing and fails if a file is out of date.
 */
const files: Record<string, () => Promise<string>> = {
  'schema.sql': dumpSchema,
  'openapi.json': async () => `${JSON.stringify(buildOpenApi(allRoutes(), version), null, 2)}\n`,
};

let stale = false;
for (const [name, make] of Object.entries(files)) {
  const path = new URL(`../${name}`, import.meta.url);
  const wanted = await make();
  const found = await readFile(path, 'utf8').catch(() => '');
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
