import type { Log } from '../../platform/log.ts';
import type { Attempted } from './attempt-delivery.ts';
import type { ClaimedDelivery, ClaimRoom } from './claims.sql.ts';

/** Attempts that one process makes at the same time; each mostly waits for its receiver. */
const slots = 1000;
/** Of which to one webhook: a hanging one holds these and nobody else's. */
const slotsPerWebhook = 20;
const lookEveryMs = 1000;
/** A retry that is due sooner is watched by a timer here; the regular look finds all others. */
const nearMs = 60_000;

export interface DeliveryPorts {
  readonly log: Log;
  claim(room: ClaimRoom): Promise<ClaimedDelivery[]>;
  attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Attempted>;
}

/** Makes the attempts of one process: as soon as it is told that something is due, and when a regular look finds it. */
export class DeliveryWorker {
  readonly #ports: DeliveryPorts;
  readonly #stopping = new AbortController();
  readonly #attempts = new Set<Promise<void>>();
  readonly #running = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #ticker: NodeJS.Timeout;
  #stopped = false;
  #claiming: Promise<void> | undefined;
  #again = false;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
    this.#ticker = setInterval(() => this.wake(), lookEveryMs);
    this.wake();
  }

  /** Looks what is due. Asked while it looks, it looks once more. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#claiming ??= this.#claim()
      .catch((error: unknown) => this.#ports.log.warn({ err: error }, 'webhook deliveries could not be claimed'))
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  /** Takes nothing new, gives what runs `patienceMs` to end, and hands the rest back. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#ticker);
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#claiming;
    const timer = setTimeout(() => this.#stopping.abort(), patienceMs);
    await Promise.all(this.#attempts);
    clearTimeout(timer);
  }

  async #claim(): Promise<void> {
    while (this.#again && !this.#stopped && this.#attempts.size < slots) {
      this.#again = false;
      const room = { limit: slots - this.#attempts.size, perWebhook: slotsPerWebhook, running: this.#running };
      for (const delivery of await this.#ports.claim(room)) this.#start(delivery);
    }
  }

  #start(delivery: ClaimedDelivery): void {
    const { webhook_id: webhookId } = delivery;
    this.#running.set(webhookId, (this.#running.get(webhookId) ?? 0) + 1);
    const attempt = this.#attempt(delivery).finally(() => {
      this.#attempts.delete(attempt);
      const left = (this.#running.get(webhookId) ?? 1) - 1;
      if (left === 0) this.#running.delete(webhookId);
      else this.#running.set(webhookId, left);
      this.wake();
    });
    this.#attempts.add(attempt);
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    try {
      const { retryInMs } = await this.#ports.attempt(delivery, this.#stopping.signal);
      if (retryInMs !== null) this.#wakeIn(retryInMs);
    } catch (error) {
      // Its lease runs out, and it is attempted again.
      if (!this.#stopping.signal.aborted) {
        this.#ports.log.error({ err: error, delivery_id: delivery.id }, 'webhook delivery broke off');
      }
    }
  }

  #wakeIn(ms: number): void {
    if (ms > nearMs || this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.wake();
    }, ms + 2);
    this.#timers.add(timer);
  }
}
