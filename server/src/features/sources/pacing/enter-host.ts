import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { releaseConnection, takeConnection } from './hosts.sql.ts';

/**
 * Milliseconds from the start of one request to the start of the next: 200 is promised, and what a connection takes to
 * be made must not bring two requests closer together on their way.
 */
export const minGapMs = 250;
/** Longer than any request lasts: what a process that died has taken is free again afterwards. */
const holdMs = 45_000;
const pollMs = 50;
/** The clock may be moved, so it is looked at more often than once. */
const sliceMs = 20;

/**
 * Waits for a turn to request something of a host and port, over all workspaces and processes; returns what gives the
 * connection back. Throws the signal's reason.
 */
export async function enterHost(
  platform: Pick<Platform, 'database'>,
  host: string,
  gapMs: number,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const { sql } = platform.database;
  for (;;) {
    signal.throwIfAborted();
    const taken = await takeConnection(sql, host, { now: Date.now(), gapMs, holdMs, pollMs });
    if ('until' in taken) return async () => releaseConnection(sql, host, taken.until);
    await waitUntil(taken.retryAt, signal);
  }
}

async function waitUntil(at: number, signal: AbortSignal): Promise<void> {
  for (let left = at - Date.now(); left > 0; left = at - Date.now()) {
    await sleep(Math.min(left, sliceMs), undefined, { signal });
  }
}
