import type { Log } from '../../../platform/log.ts';
import type { ExecutionRun } from './execution-run.ts';
import type { ClaimedExecution } from './records.ts';
import { RunEnd } from './run-end.ts';

/** Executions that one process runs at the same time; each mostly waits for a model or a server. */
const slots = 100;
const sweepEveryMs = 500;
const checkEveryMs = 1_000;
/** Every how many checks the leases are renewed, well before they run out. */
const checksPerExtension = 4;
/** A wait that ends sooner is watched by a timer here, so that it ends on time; a sweep finds all others. */
const nearMs = 60_000;

export interface DispatcherPorts {
  readonly log: Log;
  /** Makes the run of an execution that was taken as it was recorded. */
  begin(execution: ClaimedExecution): Promise<ExecutionRun>;
  /** Takes an execution, if it can be taken. */
  claim(id: string): Promise<ExecutionRun | undefined>;
  findDue(limit: number): Promise<string[]>;
  checkLeases(
    leases: readonly { id: string; lease_token: number }[],
    extend: boolean,
  ): Promise<{ id: string; woken: boolean }[]>;
}

/** Runs the executions of one process: those it is told of, and those that a sweep finds due. */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #queue = new Set<string>();
  readonly #turns = new Map<string, Promise<void>>();
  readonly #runs = new Map<string, ExecutionRun>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;
  #checks = 0;

  constructor(ports: DispatcherPorts) {
    this.#ports = ports;
    this.#repeat('sweep', sweepEveryMs, async () => this.#sweep());
    this.#repeat('lease check', checkEveryMs, async () => this.#check());
  }

  /** True where another execution could begin at once. */
  get hasRoom(): boolean {
    return !this.#stopped && this.#turns.size < slots && this.#queue.size === 0;
  }

  /** Runs an execution that was taken as it was recorded. */
  begin(execution: ClaimedExecution): void {
    // One that comes too late is taken up again when its lease runs out.
    if (this.#stopped) return;
    this.#start(execution.id, async () => this.#ports.begin(execution));
  }

  /** Runs an execution as soon as there is room. Telling it twice does no harm. */
  push(id: string): void {
    if (this.#stopped) return;
    this.#queue.add(id);
    this.#fill();
  }

  /** Lets the run of an execution that isn't its own any more go, if it is here. */
  abandon(id: string): void {
    this.#queue.delete(id);
    this.#runs.get(id)?.stop('lost');
  }

  /** Tells the run of an execution, if it is here, that something it may wait for has happened. */
  wake(id: string): void {
    const run = this.#runs.get(id);
    if (run) this.#quietly(run.wake());
    else this.push(id);
  }

  /** Takes nothing new, gives what runs `patienceMs` to end, and hands the rest back to be resumed at once. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopped = true;
    this.#queue.clear();
    for (const timer of this.#timers) clearTimeout(timer);
    const turns = Promise.all(this.#turns.values());
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([turns, patience]);
    clearTimeout(timer);
    for (const run of this.#runs.values()) run.stop('handed-back');
    await Promise.all(this.#turns.values());
  }

  #fill(): void {
    for (const id of this.#queue) {
      if (this.#turns.size >= slots) return;
      // One that is here already stays in the queue: it may have been told while it was just about to let go.
      if (this.#turns.has(id)) continue;
      this.#queue.delete(id);
      this.#start(id, async () => this.#ports.claim(id));
    }
  }

  #start(id: string, take: () => Promise<ExecutionRun | undefined>): void {
    const turn = this.#take(id, take).finally(() => {
      this.#turns.delete(id);
      this.#fill();
    });
    this.#turns.set(id, turn);
  }

  async #take(id: string, take: () => Promise<ExecutionRun | undefined>): Promise<void> {
    try {
      const run = await take();
      if (!run) return;
      this.#runs.set(id, run);
      const wakeAt = await run.run();
      if (wakeAt !== undefined) this.#pushAt(id, wakeAt);
    } catch (error) {
      // Its end was written too late: it is cancelled, or another worker's.
      if (error instanceof RunEnd) return;
      // Its lease runs out, and a sweep takes it up again.
      this.#ports.log.error({ err: error, execution_id: id }, 'execution run broke off');
    } finally {
      this.#runs.delete(id);
    }
  }

  #pushAt(id: string, at: number): void {
    const left = at - Date.now();
    if (left > nearMs || this.#stopped) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.push(id);
      },
      Math.max(0, left) + 2,
    );
    this.#timers.add(timer);
  }

  async #sweep(): Promise<void> {
    const free = slots - this.#turns.size;
    if (free <= 0) return;
    for (const id of await this.#ports.findDue(free)) this.push(id);
  }

  async #check(): Promise<void> {
    const runs = [...this.#runs.values()];
    if (runs.length === 0) return;
    this.#checks += 1;
    const leases = runs.map(({ execution: { id, lease_token } }) => ({ id, lease_token }));
    const held = await this.#ports.checkLeases(leases, this.#checks % checksPerExtension === 0);
    const byId = new Map(held.map((lease) => [lease.id, lease]));
    for (const run of runs) {
      const lease = byId.get(run.execution.id);
      // What ended by itself meanwhile isn't held either, and stops without harm.
      if (!lease) run.stop('lost');
      else if (lease.woken) this.#quietly(run.wake());
    }
  }

  #repeat(name: string, everyMs: number, work: () => Promise<void>): void {
    const tick = () => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        void work()
          .catch((error: unknown) => this.#ports.log.warn({ err: error }, `execution ${name} failed`))
          .finally(() => {
            if (!this.#stopped) tick();
          });
      }, everyMs);
      this.#timers.add(timer);
    };
    tick();
  }

  #quietly(work: Promise<void>): void {
    work.catch((error: unknown) => this.#ports.log.warn({ err: error }, 'execution could not be woken'));
  }
}
