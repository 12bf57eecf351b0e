import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Browsers and `fetch` refuse some ports; 10080 is the last of them. */
const lowest = 11_000;
const lowestOutgoing = 32_768;

/**
 * A free port for a program that is started later. Below those that systems give to outgoing connections: such a
 * connection could take the port before the program listens on it.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowest, lowestOutgoing);
    const probe = createServer().listen(port);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('no free port');
}
