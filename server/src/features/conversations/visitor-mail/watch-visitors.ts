import type { Platform } from '../../../platform/platform.ts';
import { markSeen } from './visitor-mail.sql.ts';

/** How often it is noted that a visitor is still there; well within the time after which mails go out. */
const everyMs = 20_000;

const watched = new WeakMap<Platform, Map<string, number>>();

/** Notes that a visitor follows a thread until the returned function is called; all of a process in one query. */
export function watchVisitor(platform: Platform, threadId: string): () => void {
  const threads = watchedThreads(platform);
  threads.set(threadId, (threads.get(threadId) ?? 0) + 1);
  note(platform, [threadId]);
  return () => {
    const left = (threads.get(threadId) ?? 1) - 1;
    if (left > 0) threads.set(threadId, left);
    else threads.delete(threadId);
    if (!platform.stopping.aborted) note(platform, [threadId]);
  };
}

function watchedThreads(platform: Platform): Map<string, number> {
  const known = watched.get(platform);
  if (known !== undefined) return known;
  const threads = new Map<string, number>();
  watched.set(platform, threads);
  const timer = setInterval(() => note(platform, [...threads.keys()]), everyMs);
  timer.unref();
  platform.stopping.addEventListener('abort', () => clearInterval(timer));
  return threads;
}

function note(platform: Platform, threadIds: readonly string[]): void {
  if (threadIds.length === 0) return;
  markSeen(platform.database.sql, threadIds).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'visitors were not noted');
  });
}
