import { randomUUID } from 'node:crypto';

/** Before the test processes start, and after they have ended. */
export default async function setUp(): Promise<() => Promise<void>> {
  // The test processes inherit it; the names of their shared databases contain it.
  process.env['PORTICO_TEST_RUN'] ??= randomUUID().slice(0, 8);
  if (process.env['PORTICO_TEST_ALL'] !== undefined && process.env['TEST_DATABASE_URL'] === undefined) {
    // Otherwise each process would make its own; for a few files, optimizing takes longer than it gains.
    const { optimizeEngine } = await import('./databases/optimized-engine.ts');
    const { embeddedTemplate } = await import('./databases/templates.ts');
    await Promise.all([optimizeEngine(), embeddedTemplate()]);
  }
  return async () => {
    const { TEST_DATABASE_URL: databaseUrl } = process.env;
    if (databaseUrl === undefined) return;
    const { dropPooledDatabases } = await import('./databases/database-pool.ts');
    await dropPooledDatabases(databaseUrl);
  };
}
