import { randomUUID } from 'node:crypto';

/** Before the test processes start, and after they have ended. */
export default function setUp(): () => Promise<void> {
  // The test processes inherit it; the names of their shared databases contain it.
  process.env['PORTICO_TEST_RUN'] ??= randomUUID().slice(0, 8);
  return async () => {
    const { TEST_DATABASE_URL: databaseUrl } = process.env;
    if (databaseUrl === undefined) return;
    const { dropPooledDatabases } = await import('./databases/database-pool.ts');
    await dropPooledDatabases(databaseUrl);
  };
}
