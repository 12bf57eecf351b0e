import type { Platform } from '../../../platform/platform.ts';
import { markSeen } from './visitor-mail.sql.ts';

/** Interval at which presence is recorded; well within the time after which mails are sent. */
const everyMs = 20_000;

/** Records which threads visitors of this process follow, in one query. */
export class VisitorWatch {
  readonly #platform: Platform;
  readonly #threads = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.stopping.addEventListener('abort', () => clearInterval(this.#timer));
  }

  /** Records that a visitor follows a thread, until the returned function is called. */
  watch(threadId: string): () => void {
    this.#start();
    this.#threads.set(threadId, (this.#threads.get(threadId) ?? 0) + 1);
    this.#note([threadId]);
    return () => {
      const left = (this.#threads.get(threadId) ?? 1) - 1;
      if (left > 0) this.#threads.set(threadId, left);
      else this.#threads.delete(threadId);
      if (!this.#platform.stopping.aborted) this.#note([threadId]);
    };
  }

  #start(): void {
    if (this.#timer !== undefined || this.#platform.stopping.aborted) return;
    this.#timer = setInterval(() => this.#note([...this.#threads.keys()]), everyMs);
    this.#timer.unref();
  }

  #note(threadIds: readonly string[]): void {
    if (threadIds.length === 0) return;
    markSeen(this.#platform.database.sql, threadIds).catch((error: unknown) => {
      this.#platform.log.warn({ err: error }, 'the presence of visitors was not recorded');
    });
  }
}
