import { setTimeout as pause } from 'node:timers/promises';
import type { Settling } from './settle.sql.ts';

/** Whether the webhook of a settled delivery is to be given up; undefined where its lease was lost. */
export type Settled = { readonly given_up: boolean } | undefined;

/** Pauses before a write that failed is tried again: a database that restarts is back within them. */
const pausesMs = [100, 500, 2000, 5000];

/**
 * Writes what attempts came to, in as few statements as it may: those that end while one is written go out together
 * afterwards. A repeated write finds its fence passed and records nothing twice.
 */
export class SettlementWriter {
  readonly #write: (entries: readonly Settling[]) => Promise<{ id: string; given_up: boolean }[]>;
  #waiting: { entry: Settling; resolve: (settled: Settled) => void; reject: (error: unknown) => void }[] = [];
  #writing = false;

  constructor(write: (entries: readonly Settling[]) => Promise<{ id: string; given_up: boolean }[]>) {
    this.#write = write;
  }

  /** Resolves once the attempt is durable. */
  async settle(entry: Settling): Promise<Settled> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (!this.#writing) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const settled = await this.#writePatiently(batch.map(({ entry }) => entry));
        for (const { entry, resolve } of batch) resolve(settled.find(({ id }) => id === entry.delivery.id));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = false;
  }

  async #writePatiently(entries: readonly Settling[]): Promise<{ id: string; given_up: boolean }[]> {
    for (const pauseMs of pausesMs) {
      try {
        return await this.#write(entries);
      } catch {
        await pause(pauseMs);
      }
    }
    return this.#write(entries);
  }
}
