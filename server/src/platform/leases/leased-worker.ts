import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnstorable } from '../is-unstorable.ts';
import { retryOutages } from '../retry-outages.ts';
import { type Lease, LeaseLost } from './lease.ts';
import { handedBack, Outages } from './outages.ts';
import type { LeasePorts } from './ports.ts';
import { RunningTurn } from './running-turn.ts';
import { type ReservedSlot, Slots } from './slots.ts';
import { Timers } from './timers.ts';
import {
  checksPerExtension,
  type LeaseTimings,
  maxBreakOffs,
  nearMs,
  probationMs,
  suspectBreakOffs,
} from './timings.ts';

/**
 * Works on the rows of one table in this process: executions, replies, persona tasks, deliveries, submissions,
 * documents, crawl runs or notices. The states of a row, in its columns `due_at`, `lease_token` and `broken_off`:
 *
 *     due ──claim──▶ held ──run──▶ ended                  (`run` writes the end under the lease)
 *      ▲               │
 *      ├── waiting ◀───┤  `run` suspends it: due again at a given time, or when an event wakes it
 *      ├───────────────┤  release: the process stops, a store was unavailable, or an unexpected error occurred
 *      └───────────────┘  the process died: its lease expires, or the only process starts (`releaseAll`).
 *                         The next claim counts this in `broken_off`; progress resets it to 0.
 *
 *  - Each claim has a higher `lease_token` than the previous one, and every write contains its token: a process that
 *    was stopped past its lease can change nothing. Its next check notices this, and the signal of its turn fires.
 *  - At `broken_off` 2 a row is a suspect, and never runs at the same time as another suspect; at 3 it ends as failed.
 *  - A row whose result the database refuses ends as failed, because the next run would have the same result.
 *  - Rows are found by wake-ups, which may get lost, and by regular polling, which finds all of them. No group (a
 *    workspace, a receiver) gets more than its share of the slots, and groups take turns. Where turns are long, a group
 *    without a slot gets one of a group that has several.
 */
export class LeasedWorker<Claimed extends Lease> {
  readonly #ports: LeasePorts<Claimed>;
  readonly #timings: LeaseTimings;
  readonly #turns = new Map<string, RunningTurn<Claimed>>();
  readonly #slots: Slots;
  readonly #outages: Outages;
  readonly #timers = new Timers();
  /** Wake-ups come from anywhere, including from inside a transaction, in whose context no query may be made. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #state: 'new' | 'working' | 'stopped' = 'new';
  #ready: Promise<void> = Promise.resolve();
  #looking: Promise<void> | undefined;
  #replacing: Promise<void> | undefined;
  #again = false;
  /** Due rows are being claimed while most slots are taken: what becomes free is theirs. */
  #isReassigning = false;
  #checks = 0;
  #pauseMs: number;
  /** No row was claimed and no wake-up came since the last poll. */
  #wasIdle = false;

  constructor(ports: LeasePorts<Claimed>, timings: LeaseTimings) {
    this.#ports = ports;
    this.#slots = new Slots(ports);
    this.#outages = new Outages(ports);
    this.#timings = timings;
    this.#pauseMs = timings.lookMs;
  }

  /**
   * Starts working. Set `isAlone` if no other process can be running: rows that are still held then belong to a process
   * that died.
   */
  start({ isAlone }: { isAlone: boolean }): void {
    this.#ready = (isAlone ? retryOutages(async () => this.#ports.releaseAll()) : Promise.resolve())
      .catch((error: unknown) => this.#warn(error, 'leases were not released'))
      .then(() => {
        if (this.#state !== 'new') return;
        this.#state = 'working';
        const every = (work: () => Promise<void>): void => this.#repeat(() => this.#timings.checkMs, work);
        const look = async (): Promise<void> => this.#look();
        this.#repeat(() => this.#nextPause(), look);
        every(async () => this.#check());
        if (this.#ports.replace) every(async () => (this.#replacing = this.#replace()));
        this.wake();
      });
  }

  /** Whether a row of this group could start immediately. */
  hasCapacity(group: string): boolean {
    return this.#state === 'working' && !this.#isReassigning && this.#slots.hasRoom(group);
  }

  /**
   * Takes a slot for a row that will be claimed by the statement that creates it, so that simultaneous ones don't exceed
   * the limits; undefined if there is none. The caller must begin the row or release the slot.
   */
  reserve(group: string): ReservedSlot<Claimed> | undefined {
    if (!this.hasCapacity(group)) return undefined;
    const start = (claimed: Claimed): boolean => {
      if (this.#state !== 'working') return false;
      this.#outside(() => this.#start(claimed));
      return true;
    };
    return this.#slots.reserve(group, start, () => this.wake());
  }

  /** Looks for due rows; `id` names a row that an event concerns, if known. Calling it twice does no harm. */
  wake(id?: string): void {
    if (this.#state !== 'working') return;
    this.#wasIdle = false;
    const turn = id === undefined ? undefined : this.#turns.get(id);
    if (turn === undefined) void this.#outside(async () => this.#look());
    else this.#outside(() => this.#wakeTurn(turn));
  }

  /** Stops work on a row that this process no longer holds, if it is running here. */
  abandon(id: string, reason: Error = new LeaseLost()): void {
    this.#turns.get(id)?.stop.abort(reason);
  }

  /** Stops claiming, gives running work time to end, and hands the rest back to be claimed immediately. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    await this.#ready;
    this.#timers.stop();
    await Promise.allSettled([this.#looking, this.#replacing]);
    const all = async (): Promise<unknown> => Promise.all([...this.#turns.values()].map(async ({ done }) => done));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#timings.graceMs);
    });
    await Promise.race([all(), grace]);
    clearTimeout(timer);
    for (const { stop } of this.#turns.values()) stop.abort(new LeaseLost('handed-back'));
    await all();
  }

  async #look(): Promise<void> {
    this.#again = true;
    this.#looking ??= this.#claim()
      .catch((error: unknown) => this.#warn(error, 'rows could not be claimed'))
      .finally(() => {
        this.#looking = undefined;
        // A wake-up that came between the last claim and now.
        if (this.#again && this.#slots.free > 0) this.wake();
      });
    return this.#looking;
  }

  async #claim(): Promise<void> {
    while (this.#again && this.#state === 'working' && this.#slots.free > 0) {
      this.#again = false;
      this.#isReassigning = this.#slots.isCrowded;
      const { free: limit, share, busy } = this.#slots;
      const running = [...this.#turns.keys()];
      try {
        await this.#admit(await this.#ports.claim({ limit, share, busy, running, suspects: !this.#isWatching() }));
      } finally {
        this.#isReassigning = false;
      }
    }
  }

  /** Starts claimed rows; those whose slots were reserved in the meantime are handed back. */
  async #admit(claimed: readonly Claimed[]): Promise<void> {
    const releases: Promise<void>[] = [];
    for (const one of claimed) {
      const group = this.#ports.groupOf(one);
      if (this.#slots.hasRoom(group)) {
        this.#slots.take(group);
        // A row claimed after the process was asked to stop is handed back like the others.
        this.#start(one);
      } else releases.push(retryOutages(async () => this.#ports.release(one, handedBack)));
    }
    await Promise.all(releases);
  }

  /** Gives the slot of a group that has several to one that has none, which would wait for the end of a long turn. */
  async #replace(): Promise<void> {
    const { slots, share, groupOf, replace } = this.#ports;
    const turns = [...this.#turns.values()];
    // The row that was aborted last may need time to stop: another one instead of it would exceed the slots.
    if (turns.some(({ stop }) => stop.signal.aborted)) return;
    const ending = turns.filter(({ isGivingWay }) => isGivingWay);
    if (ending.length >= slots - share) return;
    const running = turns.filter(({ isGivingWay }) => !isGivingWay);
    const toClaimed = ({ claimed }: RunningTurn<Claimed>): Claimed => claimed;
    const replacement = await replace?.(running.map(toClaimed), ending.map(toClaimed));
    if (replacement === undefined) return;
    this.#slots.take(groupOf(replacement.claimed));
    this.#start(replacement.claimed);
    const replaced = this.#turns.get(replacement.replaced.id);
    // What ends by itself may need hours, during which its slot is used by others.
    if (replaced?.giveWay() === true) this.#slots.leave(groupOf(replaced.claimed));
  }

  #isWatching(): boolean {
    const since = Date.now() - probationMs;
    return [...this.#turns.values()].some(
      ({ claimed, startedAt }) => claimed.broken_off === suspectBreakOffs && startedAt > since,
    );
  }

  /** Runs a row in a slot that was taken for it. */
  #start(claimed: Claimed): void {
    const group = this.#ports.groupOf(claimed);
    this.#wasIdle = false;
    const turn = new RunningTurn(claimed);
    this.#turns.set(claimed.id, turn);
    void this.#run(turn).finally(() => {
      if (this.#turns.get(claimed.id) === turn) this.#turns.delete(claimed.id);
      const wasFull = !turn.isGivingWay && this.#slots.leave(group);
      const looks = wasFull || turn.looksAfter || this.#ports.looksAfterEach === true;
      turn.end();
      if (looks || claimed.broken_off === suspectBreakOffs) this.wake();
    });
  }

  async #run(turn: RunningTurn<Claimed>): Promise<void> {
    const { claimed } = turn;
    try {
      if (claimed.broken_off >= maxBreakOffs) {
        this.#ports.log.error(
          { [`${this.#ports.name}_id`]: claimed.id },
          `${this.#ports.name}: processes died over it`,
        );
        await this.#ports.fail(claimed, 'interrupted');
        return;
      }
      const lookAt = await this.#ports.run(claimed, turn.port);
      this.#outages.forget(claimed.id);
      if (lookAt !== undefined) this.#lookAt(lookAt);
    } catch (error) {
      await this.#settle(turn, error).catch((fault: unknown) => this.#warn(fault, 'a row keeps its lease'));
    }
  }

  /** Decides what happens to a row whose run threw. */
  async #settle({ claimed, stop }: RunningTurn<Claimed>, error: unknown): Promise<void> {
    const { log, name, release, fail } = this.#ports;
    if (isUnstorable(error)) {
      log.error({ err: error, [`${name}_id`]: claimed.id }, `${name}: its result could not be stored`);
      await fail(claimed, 'unstorable', error);
      return;
    }
    const isLost = stop.signal.aborted || error instanceof LeaseLost;
    const pause = isLost ? handedBack : this.#outages.pauseAfter(claimed.id, error);
    if (pause.isFault) log.error({ err: error, [`${name}_id`]: claimed.id }, `${name} was interrupted`);
    // Fenced, if another process holds it by now. Waits for the database, so that no death is counted if none died.
    await retryOutages(async () => release(claimed, pause));
    if (!isLost) this.#lookAt(Date.now() + pause.afterMs);
  }

  #lookAt(at: number): void {
    const left = at - Date.now();
    if (left > nearMs) return;
    this.#timers.after(Math.max(0, left) + 2, () => this.wake());
  }

  async #check(): Promise<void> {
    const turns = [...this.#turns.values()];
    if (turns.length === 0) return;
    const claims = turns.map(({ claimed }) => claimed);
    const held = await this.#ports.renew(claims, this.#checks % checksPerExtension === 0);
    this.#checks += 1;
    const byId = new Map(held.map((lease) => [lease.id, lease]));
    for (const turn of turns) {
      const lease = byId.get(turn.claimed.id);
      if (lease?.woken === true) this.#wakeTurn(turn);
      if (lease !== undefined || turn.stop.signal.aborted || !this.#turns.has(turn.claimed.id)) continue;
      // A row that ended in the meantime isn't held either, and stopping it does no harm.
      turn.stop.abort((await this.#ports.explainLoss?.(turn.claimed)) ?? new LeaseLost());
    }
  }

  #wakeTurn(turn: RunningTurn<Claimed>): void {
    turn.wake().catch((error: unknown) => this.#warn(error, 'a row could not be woken'));
  }

  /** An idle process polls less and less often, because each poll is a query for each kind of work. */
  #nextPause(): number {
    const { lookMs, maxLookMs } = this.#timings;
    this.#pauseMs = this.#wasIdle && this.#turns.size === 0 ? Math.min(this.#pauseMs * 2, maxLookMs) : lookMs;
    this.#wasIdle = true;
    return this.#pauseMs;
  }

  #repeat(pauseMs: () => number, work: () => Promise<void>): void {
    this.#timers.repeat(pauseMs, work, (error) => this.#warn(error, 'leases were not checked'));
  }

  #warn(error: unknown, message: string): void {
    this.#ports.log.warn({ err: error }, `${this.#ports.name}: ${message}`);
  }
}
