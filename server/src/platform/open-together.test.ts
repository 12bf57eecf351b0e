import { expect, test } from 'vitest';
import { cloneServerDatabase } from '../../test/databases/clone-server-database.ts';
import { openDatabase } from './database.ts';

const { TEST_DATABASE_URL: server } = process.env;

test.runIf(server !== undefined)('processes can open an empty database at the same time', async () => {
  const empty = await cloneServerDatabase(server ?? '', { template: 'template0' });
  try {
    const open = async () => openDatabase({ databaseUrl: empty.url, dataDir: '' });
    const opened = await Promise.allSettled(Array.from({ length: 6 }, open));
    await Promise.all(opened.map(async (one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([]);
  } finally {
    await empty.drop();
  }
});
