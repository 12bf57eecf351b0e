import { createBus } from '../src/platform/bus.ts';
import { createEventLog } from '../src/platform/event-log.ts';
import { createLog } from '../src/platform/log.ts';
import { openTestDatabase } from './open-test-database.ts';

/** An event log over a test database, and Redis if the tests run on it. */
export async function openTestEvents() {
  const { database, redisUrl, remove } = await openTestDatabase();
  const log = createLog({ logLevel: 'fatal' });
  const bus = createBus(redisUrl, log);
  const events = createEventLog(database, bus, log);
  return {
    database,
    redisUrl,
    log,
    bus,
    events,
    close: async (): Promise<void> => {
      events.close();
      await bus.close();
      await remove();
    },
  };
}
