import type { Sql } from '../../../platform/database.ts';
import { type LeaseKey, LeaseLost } from '../../../platform/leases/lease.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Spent } from '../../../platform/models/spent.ts';
import type { Payer } from '../../credits/index.ts';
import { insertReservation, type Reservation, settleReservation } from './budget.sql.ts';
import { BudgetReached } from './signals.ts';
import { renewTasks } from './tasks.claims.sql.ts';

/**
 * The credits of a task in hand. Every call sets aside the most that it can cost before it is made, and none begins
 * once the cap is reached: so the cap is never passed by more than one call's reservation, also by calls at the same
 * time (docs/reference/personas.md#costs).
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

  /** Sets credits aside, if need be after other calls have turned out cheaper. Throws BudgetReached or LeaseLost. */
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

  /** Pays for a call that is over, in a transaction of the caller's where its result goes along. */
  async settle(key: string, spent: Spent, sql: Sql = this.#platform.database.sql): Promise<void> {
    await settleReservation(sql, this.#held, key, spent);
  }

  /** The one who pays for the calls of a step. */
  payerOf(step: number): Payer {
    return {
      reserve: async (key, credits) => this.reserve({ key, step, credits }),
      settle: async (key, spent, sql) => this.settle(key, spent, sql),
    };
  }

  /** Notifies calls that wait for credits that one is paid for. */
  close(key: string): void {
    this.#open.delete(key);
    this.#settled += 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
