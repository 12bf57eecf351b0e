import type { Platform } from '../../platform/platform.ts';
import { followRun } from './follow-run.ts';
import { holdSubmissions, releaseAllSubmissions, releaseSubmissions, takeUnfollowed } from './submissions.sql.ts';

const topic = 'form-runs';
const lookEveryMs = 2_000;
const holdEveryMs = 10_000;
/** Runs that one process follows; each is a reader of the event log and no more. */
const most = 2_000;

/** Tells the workers of a run that nobody follows yet. */
export function announceRun(platform: Platform, id: string): void {
  platform.bus.publish(topic, id);
}

/**
 * Follows runs of submissions and passes on what happens in them, in a worker, for as long as they take (an approval
 * may take days). Answers what stops it and gives its runs back.
 */
export function startSubmissionRelay(platform: Platform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const stop = new AbortController();
  const following = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let again = false;

  const follow = (id: string): void => {
    const done = followRun(platform, id, stop.signal)
      .catch((error: unknown) => {
        // It stays held for a while; then it is taken up again.
        if (!stop.signal.aborted) platform.log.error({ err: error, submission: id }, 'a run could not be followed');
      })
      .finally(() => following.delete(id));
    following.set(id, done);
  };

  const look = (): void => {
    again = looking !== undefined;
    if (again || stop.signal.aborted) return;
    looking = takeUnfollowed(sql, Math.min(100, most - following.size))
      .then((ids) => {
        for (const id of ids) if (!following.has(id)) follow(id);
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, 'runs could not be looked for'))
      .finally(() => {
        looking = undefined;
        if (again) look();
      });
  };

  const hold = (): void => {
    if (following.size === 0) return;
    holdSubmissions(sql, [...following.keys()]).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'holds were not renewed'),
    );
  };

  const unsubscribe = platform.bus.subscribe(topic, look);
  const timers = [setInterval(look, lookEveryMs), setInterval(hold, holdEveryMs)];
  // The embedded database has one process: whatever is held when it starts was held by one that is gone. It also has one
  // connection, so this is done before the first look, and before the first sweep.
  if (embedded) {
    releaseAllSubmissions(sql).catch((error: unknown) => platform.log.warn({ err: error }, 'holds were not released'));
  }
  look();

  return async () => {
    unsubscribe();
    for (const timer of timers) clearInterval(timer);
    await looking;
    stop.abort();
    const ids = [...following.keys()];
    await Promise.all(following.values());
    if (ids.length > 0) await releaseSubmissions(sql, ids);
  };
}
