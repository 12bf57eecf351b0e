import type { RunError } from '@portico/shared-types';
import { ModelError } from '../../../platform/models/model-error.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { retryOutages } from '../../../platform/retry-outages.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ResultUnwanted } from '../../agents/index.ts';
import { endTask } from '../end-task.ts';
import { findInstanceOfAny, type InstanceRow } from '../instances.sql.ts';
import { Budget } from './budget.ts';
import { checkLeases, type Claim, releaseAll, releaseInstance } from './lease.sql.ts';
import { pauseTask } from './park.ts';
import { runTask, takeTask } from './run-task.ts';
import { BudgetReached, LeaseLost, Parked, TaskFailure } from './signals.ts';
import { type TaskRun, whileHeld } from './task-run.ts';

/** Topic of the bus that names tasks which were ended from outside. */
export const endedInstances = 'personas:ended';

/** A cancel stops model and tools within a second, also where no notice crosses the processes. */
const checkMs = 700;
const renewEvery = 4;
/** Tasks that one process works on at the same time; the others wait for whoever has room. */
const mostRunning = 100;
/** Waits before the next attempt, after a model was away; then the task fails. */
const retryMs = [2_000, 10_000, 30_000, 120_000, 300_000] as const;
/** What a stopping process gives its tasks before it hands them back. */
const graceMs = 3_000;
/** The longest timer that Node has. */
const longestTimer = 2_147_483_647;

interface Running {
  readonly claim: Claim;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Works on the tasks that this process has taken. */
export class InstanceRunner {
  readonly #platform: Platform;
  readonly #running = new Map<string, Running>();
  #isWorking = false;
  #timer: NodeJS.Timeout | undefined;
  #checks = 0;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Whether this process may take a task now. */
  get hasRoom(): boolean {
    return this.#isWorking && this.#running.size < mostRunning;
  }

  /** Starts taking tasks. The answered function stops that: what doesn't end soon is handed back. */
  work(): () => Promise<void> {
    const platform = this.#platform;
    const unsubscribe = platform.bus.subscribe(endedInstances, (id) => {
      this.#running.get(id)?.stop.abort(new ResultUnwanted());
    });
    // The embedded database has one process: whatever is held when it starts was held by one that is gone.
    const ready = platform.database.embedded ? this.#guard(releaseAll(platform.database.sql)) : Promise.resolve();
    void ready.then(() => {
      this.#isWorking = !platform.stopping.aborted;
    });
    return async () => {
      await ready;
      this.#isWorking = false;
      const settled = Promise.all([...this.#running.values()].map(async ({ done }) => done));
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([settled, patience]);
      clearTimeout(timer);
      for (const { stop } of this.#running.values()) stop.abort(new LeaseLost());
      await Promise.all([...this.#running.values()].map(async ({ done }) => done));
      clearInterval(this.#timer);
      unsubscribe();
    };
  }

  /** Works on a task until it is over or has to wait, where it is due and this process has room. */
  async run(id: string): Promise<void> {
    if (!this.hasRoom || this.#running.has(id)) return;
    const taken = await takeTask(this.#platform, id);
    if (taken === undefined) return;
    const stop = new AbortController();
    const done = this.#guard(this.#work(taken.claim, taken.task, stop));
    this.#running.set(id, { claim: taken.claim, stop, done });
    this.#timer ??= setInterval(() => void this.#check(), checkMs);
    try {
      await done;
    } finally {
      this.#running.delete(id);
      if (this.#running.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  /** Like run, for callers that don't wait. */
  start(id: string): void {
    void this.#guard(this.run(id));
  }

  async #work(claim: Claim, task: InstanceRow, stop: AbortController): Promise<void> {
    const platform = this.#platform;
    const deadline = new AbortController();
    const leftMs = task.max_duration_hours * 3_600_000 - task.active_ms;
    const timer = setTimeout(() => deadline.abort(new BudgetReached('duration')), Math.min(leftMs, longestTimer));
    const run: TaskRun = {
      platform,
      task,
      held: claim,
      budget: new Budget(platform, claim),
      signal: stop.signal,
      patience: AbortSignal.any([stop.signal, deadline.signal]),
    };
    try {
      if (claim.failures > retryMs.length) {
        throw new TaskFailure('execution_failed', 'The task was interrupted too often.');
      }
      await runTask(run);
    } catch (error) {
      await this.#settle(run, claim, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Writes down what stopped a task. */
  async #settle(run: TaskRun, claim: Claim, error: unknown): Promise<void> {
    const { platform, task, signal } = run;
    if (error instanceof Parked) {
      this.#lookAgain(task.id);
      return;
    }
    if (signal.aborted || error instanceof LeaseLost || isOutage(error)) {
      // Freed at once, so that the next process needn't wait for the lease's end; harmless where it is another's.
      await retryOutages(async () => releaseInstance(platform.database.sql, claim));
      return;
    }
    if (error instanceof BudgetReached) {
      await pauseTask(run, error.reason);
      this.#lookAgain(task.id);
      return;
    }
    const delayMs = error instanceof ModelError && error.retryable ? retryMs[claim.failures] : undefined;
    if (delayMs !== undefined) {
      platform.log.warn({ err: error, instance_id: task.id, delay_ms: delayMs }, 'a task waits for its model');
      await releaseInstance(platform.database.sql, claim, delayMs);
      return;
    }
    platform.log.warn({ err: error, instance_id: task.id }, 'a task failed');
    await whileHeld(run, async (tx) => endTask(platform, tx, task.id, { status: 'failed', error: toRunError(error) }));
  }

  /** A decision or a resume may come at the moment of parking, and find the task still in this process' hands. */
  #lookAgain(id: string): void {
    setTimeout(() => this.start(id), 0);
  }

  async #check(): Promise<void> {
    this.#checks += 1;
    const { sql } = this.#platform.database;
    const held = [...this.#running.values()];
    try {
      const mine = new Set(
        await checkLeases(
          sql,
          held.map(({ claim }) => claim),
          this.#checks % renewEvery === 0,
        ),
      );
      for (const { claim, stop } of held) {
        if (mine.has(claim.instanceId) || stop.signal.aborted) continue;
        const row = await findInstanceOfAny(sql, claim.instanceId);
        // One that this process has just parked or ended is on its way out by itself.
        if (row?.status === 'cancelled') stop.abort(new ResultUnwanted());
        else if (row?.status === 'running') stop.abort(new LeaseLost());
      }
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'leases of tasks were not checked');
    }
  }

  async #guard(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (error instanceof LeaseLost) return;
      this.#platform.log.error({ err: error }, 'a task was left to the sweep');
    }
  }
}

function toRunError(error: unknown): RunError {
  if (error instanceof TaskFailure) return { code: error.code, message: error.message };
  if (error instanceof ModelError) {
    return { code: error.retryable ? 'service_unavailable' : 'execution_failed', message: error.message };
  }
  return { code: 'execution_failed', message: 'The task failed for a reason of ours.' };
}

const runners = new WeakMap<Platform, InstanceRunner>();

/** The runner of this process. */
export function instanceRunner(platform: Platform): InstanceRunner {
  let runner = runners.get(platform);
  if (runner === undefined) {
    runner = new InstanceRunner(platform);
    runners.set(platform, runner);
  }
  return runner;
}
