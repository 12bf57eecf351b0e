import type { Sql } from '../../../platform/database.ts';
import { type LeaseKey, LeaseLost } from '../../../platform/leases/lease.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Spent } from '../../../platform/models/spent.ts';
import type { Payer } from '../../credits/index.ts';
import { insertReservation, type Reservation, settleReservation } from './budget.sql.ts';
import { BudgetReached } from './signals.ts';
import { renewTasks } from './tasks.claims.sql.ts';

/**
 * The credits of a running task. Every call reserves its maximum cost before it is made, and none starts once the cap
 * is reached: so the cap is never exceeded by more than one reservation, even by concurrent calls
 * (docs/reference/personas.md#costs).
 */
export class Budget {
  readonly #platform: Platform;
  readonly #held: LeaseKey;
  readonly #open = new Set<string>();
  #settled = 0;
  #waiting: (() => void)[] = [];

  constructor(platform: Platform, held: LeaseKey) {
    this.#platform = platform;
    this.#held = held;
  }

  /**
   * Reserves credits, if necessary after other calls have cost less than reserved. Throws BudgetReached or LeaseLost.
   */
  async reserve(reservation: Reservation): Promise<void> {
    const { sql } = this.#platform.database;
    for (;;) {
      const before = this.#settled;
      if (await insertReservation(sql, this.#held, reservation)) {
        this.#open.add(reservation.key);
        return;
      }
      const [isMine] = await renewTasks(sql, [this.#held], false);
      if (isMine === undefined) throw new LeaseLost();
      if (before !== this.#settled) continue;
      if (this.#open.size === 0) throw new BudgetReached('cost');
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  /** Pays for a finished call, in the caller's transaction if its result is stored there. */
  async settle(key: string, spent: Spent, sql: Sql = this.#platform.database.sql): Promise<void> {
    await settleReservation(sql, this.#held, key, spent);
  }

  /** The payer of a step's calls. */
  payerOf(step: number): Payer {
    return {
      reserve: async (key, credits) => this.reserve({ key, step, credits }),
      settle: async (key, spent, sql) => this.settle(key, spent, sql),
    };
  }

  /** Notifies calls that wait for credits that another call is paid. */
  close(key: string): void {
    this.#open.delete(key);
    this.#settled += 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
