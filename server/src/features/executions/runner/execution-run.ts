import { createFairQueue } from '../../../platform/fair-queue.ts';
import type { ExecutionError, WorkflowDefinition } from '@portico/shared-types';
import { Activity } from './state/activity.ts';
import type { DataBudget } from './state/data-budget.ts';
import { Journal, type WriteBatch } from './state/journal.ts';
import { Recall } from './state/recall.ts';
import {
  keyOfRun,
  type ClaimedExecution,
  type Decided,
  type ExecutionChange,
  type RecordedRun,
} from './state/records.ts';
import { RunEnd } from './state/run-end.ts';
import type { RunServices, RunState } from './state/run-state.ts';
import { ScopeFailure } from './scope.ts';
import { ScopeRun } from './scope-run.ts';
import { Waits } from './state/waits.ts';

const maxTimerMs = 2_147_483_647;

export interface RunInput {
  readonly execution: ClaimedExecution;
  readonly definition: WorkflowDefinition;
  readonly recorded: readonly RecordedRun[];
  /** Is released once the run has ended. */
  readonly budget: DataBudget;
  readonly services: RunServices;
  readonly write: WriteBatch;
  /** The decisions on this execution's waiting approvals. */
  readonly findDecisions: () => Promise<readonly Decided[]>;
}

/** Maximum number of nodes of one run that occupy other servers (docs/reference/workflows.md#bounds). */
const remotes = { slots: 50, share: 50 };

/** One worker's turn at an execution: from its claim until it has ended, waits, or belongs to another worker. */
export class ExecutionRun {
  readonly execution: ClaimedExecution;
  readonly #input: RunInput;
  readonly #abort = new AbortController();
  readonly #journal: Journal;
  readonly #waits = new Waits();
  readonly #state: RunState;
  readonly #scope: ScopeRun;
  #ended = false;
  #isGivingWay = false;
  /** Why a write failed, if the lease was not lost. */
  #fault: Error | undefined;
  #suspension: { status: 'running' | 'waiting'; wakeAt: number } | undefined;

  constructor(input: RunInput) {
    this.#input = input;
    this.execution = input.execution;
    const activity = new Activity(() => this.#suspendIfOnlyWaiting());
    const onLost = (error: unknown): void => {
      if (error instanceof Error && !(error instanceof RunEnd)) this.#fault = error;
      this.stop('lost');
    };
    this.#journal = new Journal(input.write, onLost, () => activity.isIdle);
    const decided = input.recorded.flatMap((run) =>
      run.status === 'waiting' && run.decision ? [[keyOfRun(run), run.decision] as const] : [],
    );
    this.#state = {
      execution: input.execution,
      services: input.services,
      journal: this.#journal,
      recall: new Recall(input.recorded),
      budget: input.budget,
      activity,
      waits: this.#waits,
      remotes: createFairQueue(remotes),
      decisions: new Map(decided),
      runScope: async (scope, signal) => new ScopeRun(this.#state, scope).run(signal),
      isGivingWay: () => this.#isGivingWay,
      progress: () => this.#scope.progress,
    };
    this.#scope = new ScopeRun(this.#state, {
      definition: input.definition,
      prefix: '',
      data: { inputs: input.execution.inputs },
      outerNodes: {},
      depth: 0,
    });
  }

  /** Stops everything in the run. Nothing is written after `lost`. */
  stop(reason: RunEnd['reason']): void {
    this.#abort.abort(new RunEnd(reason));
  }

  /** Suspends the execution as soon as the nodes in progress have ended, to be continued by another run. */
  giveWay(): void {
    this.#isGivingWay = true;
  }

  /** Reads the decisions made in the meantime and lets those nodes continue. */
  async wake(): Promise<void> {
    for (const decided of await this.#input.findDecisions()) {
      this.#state.decisions.set(keyOfRun(decided), decided.decision);
      this.#waits.wake(decided.path);
    }
  }

  /** Runs the execution; returns when it must be resumed, in milliseconds since the epoch, if at all. */
  async run(): Promise<number | undefined> {
    const { execution } = this;
    const left = Date.parse(execution.deadline_at) - Date.now();
    const timer = setTimeout(() => this.stop('deadline'), Math.min(maxTimerMs, Math.max(0, left)));
    if (left <= 0) this.stop('deadline');
    if (execution.last_event_id === 0) {
      const { id: execution_id, started_at } = execution;
      this.#journal.event('execution:started', { execution_id, started_at });
    }
    try {
      const outputs = await this.#scope.run(this.#abort.signal);
      this.#ended = true;
      await this.#complete(outputs);
      return undefined;
    } catch (error) {
      this.#ended = true;
      return await this.#conclude(error);
    } finally {
      clearTimeout(timer);
      this.#journal.abandon();
      // Stops everything that a failed node left running.
      this.stop('lost');
      this.#state.budget.release();
    }
  }

  async #complete(outputs: Record<string, unknown>): Promise<void> {
    const change = { kind: 'end', status: 'completed', outputs: JSON.stringify(outputs), error: null } as const;
    const data = { execution_id: this.execution.id, status: 'completed', outputs };
    await this.#journal.close(change, { event: 'execution:completed', data });
  }

  async #conclude(error: unknown): Promise<number | undefined> {
    if (error instanceof ScopeFailure) {
      const { code, message } = error.error;
      await this.#fail({ code, message, node_id: error.nodeId });
      return undefined;
    }
    if (!(error instanceof RunEnd)) throw error;
    if (this.#fault) throw this.#fault;
    if (error.reason === 'deadline') {
      await this.#fail({ code: 'execution_timeout', message: 'The execution took too long.', node_id: null });
    } else if (error.reason !== 'lost') {
      return this.#release(this.#suspension ?? { status: 'running', wakeAt: Date.now() });
    }
    return undefined;
  }

  async #fail(error: ExecutionError): Promise<void> {
    const change: ExecutionChange = { kind: 'end', status: 'failed', outputs: null, error: JSON.stringify(error) };
    const data = { execution_id: this.execution.id, status: 'failed', error };
    await this.#journal.close(change, { event: 'execution:failed', data });
  }

  async #release({ status, wakeAt }: { status: 'running' | 'waiting'; wakeAt: number }): Promise<number> {
    const due = Math.min(wakeAt, Date.parse(this.execution.deadline_at));
    const begunAt = Date.now();
    await this.#journal.close({ kind: 'suspend', status, wakeAt: new Date(due).toISOString() });
    // The database counts the time from its own write, which may have waited for a connection.
    return due + Date.now() - begunAt;
  }

  #suspendIfOnlyWaiting(): void {
    if (this.#ended || this.#waits.size === 0 || this.#abort.signal.aborted) return;
    this.#suspension = { status: this.#waits.visible ? 'waiting' : 'running', wakeAt: this.#waits.nextDue };
    this.stop('suspended');
  }
}
