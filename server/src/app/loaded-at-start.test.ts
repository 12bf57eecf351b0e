import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Imports and re-exports that run the module; those of types are removed when the source is loaded. */
const staticImport = /^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^']+)'/gm;

/** Every package that the module loads, itself or through local modules, before any of its functions is called. */
function listPackages(entry: URL): string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (module: URL): void => {
    if (seen.has(module.href)) return;
    seen.add(module.href);
    for (const [, name = ''] of readFileSync(module, 'utf8').matchAll(staticImport)) {
      if (name.startsWith('.')) visit(new URL(name, module));
      else if (!name.startsWith('node:')) packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    }
  };
  visit(entry);
  return [...packages].toSorted();
}

test('a start loads these packages; large ones are loaded when they are first used', () => {
  expect(listPackages(new URL('serve.ts', import.meta.url))).toEqual([
    '@portico/shared-types',
    'altcha-lib',
    'bullmq',
    'compression',
    'cookie',
    'cron-parser',
    'eventsource-parser',
    'express',
    'helmet',
    'ioredis',
    'ipaddr.js',
    'multer',
    // Only its error classes.
    'openai',
    'pino',
    'postgres',
    'prom-client',
    'robots-parser',
    'socket.io',
    'zod',
  ]);
});
