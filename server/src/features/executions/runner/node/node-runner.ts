import type { Node } from '@portico/shared-types';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../../../platform/is-outage.ts';
import { retryOutages } from '../../../../platform/retry-outages.ts';
import type { NodeError } from '../../engine/node-error.ts';
import { retryDelay } from '../../engine/retry-delay.ts';
import { nodeKinds } from '../../nodes/index.ts';
import type { NodeContext, NodeResult, NodeWait, NodeWake, Outputs } from '../../nodes/node-context.ts';
import { AttemptBounds } from './attempt-bounds.ts';
import { type CheckedOutputs, checkOutputs } from './check-outputs.ts';
import { createNodeContext } from './create-node-context.ts';
import { emptyRecord } from './empty-record.ts';
import type { NodeEnd } from './node-end.ts';
import { raceAbort } from '../../../../platform/race-abort.ts';
import { shownInputs } from './shown-inputs.ts';
import { type Decision, keyOfRun, type RecordedRun, type RunRecord } from '../state/records.ts';
import type { RunState } from '../state/run-state.ts';
import { describeExecution, type Scope } from '../scope.ts';
import { takeTurn } from './take-turn.ts';
import { toNodeError } from './to-node-error.ts';

type NodeOutcome = Extract<NodeResult, { outputs: unknown }>;

/** A shorter backoff is waited for in the process; for a longer one the execution is suspended. */
const shortBackoffMs = 1_000;
/** UTF-16 units of JSON up to which outputs are part of their event (docs/reference/streams.md#executions). */
const maxEventLength = 256 * 1024;
/** Pause before an attempt is repeated after an outage of our own stores. */
const outagePauseMs = 500;

/** Runs one node: its attempts, waits and retries, and records each of them. */
export class NodeRunner {
  readonly #state: RunState;
  readonly #scope: Scope;
  readonly #node: Node;
  readonly #path: string;
  readonly #nodes: Readonly<Record<string, unknown>>;
  readonly #signal: AbortSignal;

  constructor(
    state: RunState,
    scope: Scope,
    node: Node,
    path: string,
    nodes: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) {
    this.#state = state;
    this.#scope = scope;
    this.#node = node;
    this.#path = path;
    this.#nodes = nodes;
    this.#signal = signal;
  }

  /** Resolves when the node needs no further run; rejects with the signal's reason once that fires. */
  async run(): Promise<NodeEnd> {
    const recalled = this.#state.recall.get(this.#path);
    if (recalled?.retryAt) await this.#backOff(recalled.retryAt);
    let failures = recalled?.failures ?? 0;
    let calledVersion = recalled?.calledVersion ?? null;
    for (let attempt = recalled?.nextAttempt ?? 1; ; attempt += 1) {
      const open = recalled?.open?.attempt === attempt ? recalled.open : null;
      // Records below a continued attempt belong to it: its waits, and its failures.
      if (failures > 0 && !open) this.#state.recall.forgetFailures(this.#path);
      const record = emptyRecord(this.#path, this.#node.type, 'running', attempt);
      record.called_version = calledVersion;
      try {
        const result = await (open?.status === 'waiting' ? this.#goOnWaiting(record, open) : this.#enter(record, open));
        const checked = checkOutputs(result.outputs, this.#path, this.#state.budget);
        return this.#complete(record, await raceAbort(checked, this.#signal), result.branch ?? null);
      } catch (error) {
        if (this.#signal.aborted) this.#leaveBehind(record, error);
        calledVersion = record.called_version;
        if (isOutage(error)) {
          // Not the node's failure, so it doesn't count as an attempt: the same attempt is repeated with its number.
          await raceAbort(sleep(outagePauseMs), this.#signal);
          attempt -= 1;
          continue;
        }
        failures += 1;
        const nodeError = toNodeError(error, this.#state.services.log);
        const delay = retryDelay(this.#node, failures, nodeError);
        this.#fail(record, nodeError, delay);
        if (delay === null) return { status: 'failed', error: nodeError };
        await this.#backOff(Date.now() + delay);
      }
    }
  }

  /**
   * Makes an attempt once the process has memory for it, and it has a place, if its type needs one: its time runs from
   * then on.
   */
  async #enter(record: RunRecord, open: RecordedRun | null): Promise<NodeOutcome> {
    const { budget, remotes, waits, activity, isGivingWay } = this.#state;
    const begin = async () => (isGivingWay() ? undefined : this.#begin(record, open));
    const enter = async () => remotes('', begin, this.#signal);
    for (;;) {
      if (isGivingWay()) await activity.pause(async () => waits.forNextRun(this.#path, this.#signal));
      const outcome = await budget.run(nodeKinds[this.#node.type].remote ? enter : begin, this.#signal);
      if (outcome !== undefined) return outcome;
    }
  }

  /** Makes an attempt, or repeats an interrupted one; a node that only runs other nodes continues instead. */
  async #begin(record: RunRecord, open: RecordedRun | null): Promise<NodeOutcome> {
    const { journal, activity } = this.#state;
    await raceAbort(takeTurn(), this.#signal);
    await raceAbort(journal.ready(), this.#signal);
    const kind = nodeKinds[this.#node.type];
    const begun = kind.composite ? (open?.started_at ?? null) : null;
    const started_at = begun ?? new Date().toISOString();
    record.started_at = started_at;
    journal.run(record);
    if (begun === null) journal.event('node:started', { node_id: this.#path, node_type: this.#node.type, started_at });
    const bounds = new AttemptBounds(this.#signal, this.#node.timeout_ms, Date.parse(started_at));
    const { signal } = bounds;
    const forgetLimit = kind.composite && bounds.end !== null ? this.#state.waits.limit(bounds.end) : () => undefined;
    try {
      const config = await raceAbort(this.#evaluateConfig(signal), signal);
      record.inputs = JSON.stringify(shownInputs(this.#node.type, config));
      journal.run(record);
      const context = this.#createContext(record, signal);
      // External effects must not depend on results that a crash could still undo.
      if (!kind.pure) await raceAbort(journal.flushResults(), signal);
      const work = async () => raceAbort(kind.run(context, config), signal);
      const result = await (kind.composite ? activity.pause(work) : work());
      if (!('wait' in result)) return result;
      bounds.lift();
      const wake = await this.#wait(record, result.wait, signal);
      return settled(await kind.resume(context, config, wake));
    } catch (error) {
      // A failed item of a loop stops all its other items, so that none runs during the next node or the next attempt.
      bounds.stop();
      throw error;
    } finally {
      bounds.lift();
      forgetLimit();
    }
  }

  async #goOnWaiting(record: RunRecord, { started_at, inputs, wait_until }: RecordedRun): Promise<NodeOutcome> {
    const context = this.#createContext(record, this.#signal);
    Object.assign(record, { status: 'waiting', started_at, inputs: JSON.stringify(inputs), wait_until });
    const wake = await this.#awaitWake(record, this.#signal);
    return settled(await nodeKinds[this.#node.type].resume(context, inputs, wake));
  }

  async #evaluateConfig(signal: AbortSignal): Promise<unknown> {
    const { services, execution } = this.#state;
    return services.templates.render(this.#node.config, this.#templateScope(), {
      workspaceId: execution.workspace_id,
      raw: nodeKinds[this.#node.type].raw,
      signal,
    });
  }

  #templateScope(): Record<string, unknown> {
    const execution = { ...describeExecution(this.#state.execution), node_key: this.#nodeKey() };
    return { ...this.#scope.data, nodes: this.#nodes, execution };
  }

  #nodeKey(): string {
    return `${this.#state.execution.id}:${this.#path}`;
  }

  #createContext(record: RunRecord, signal: AbortSignal): NodeContext {
    return createNodeContext({
      state: this.#state,
      scope: this.#scope,
      node: this.#node,
      path: this.#path,
      nodeKey: this.#nodeKey(),
      nodes: this.#nodes,
      record,
      signal,
      templateScope: () => this.#templateScope(),
    });
  }

  async #wait(record: RunRecord, wait: NodeWait, signal: AbortSignal): Promise<NodeWake> {
    record.status = 'waiting';
    record.wait_until = wait.until?.toISOString() ?? null;
    const until = record.wait_until === null ? {} : { until: record.wait_until };
    this.#state.journal.run(record);
    // Not written at once: if the run does nothing but wait, the execution's own status is written with the event.
    this.#state.journal.event('execution:waiting', { node_id: this.#path, reason: wait.reason, ...until });
    return this.#awaitWake(record, signal);
  }

  async #awaitWake(record: RunRecord, signal: AbortSignal): Promise<NodeWake> {
    const { activity, waits, decisions } = this.#state;
    const until = record.wait_until === null ? null : Date.parse(record.wait_until);
    const key = keyOfRun(record);
    if (!decisions.has(key) && (until === null || until > Date.now())) {
      await activity.pause(async () => waits.for(this.#path, until, true, signal));
    }
    if (this.#node.type !== 'approval') return { reason: 'due' };
    const decision = decisions.get(key) ?? (await this.#expire(record, signal));
    if (!decision || decision.decision === 'expired') return { reason: 'due' };
    const { decided_by, comment } = decision;
    return { reason: 'decided', decision: decision.decision, decided_by: decided_by ?? '', comment };
  }

  async #expire(record: RunRecord, signal: AbortSignal): Promise<Decision | undefined> {
    const { services, execution, journal } = this.#state;
    // Only a wait that is recorded can expire.
    await raceAbort(journal.flush(), signal);
    return retryOutages(async () => raceAbort(services.expireApproval(execution, record), signal), { signal });
  }

  async #backOff(until: number): Promise<void> {
    const { activity, waits } = this.#state;
    const wait = async () => waits.for(this.#path, until, false, this.#signal);
    if (until - Date.now() <= shortBackoffMs) await wait();
    else await activity.pause(wait);
  }

  #complete(record: RunRecord, { outputs, text }: CheckedOutputs, branch: string | null): NodeEnd {
    record.status = 'completed';
    record.outputs = text;
    record.branch = branch;
    record.wait_until = null;
    const duration_ms = close(record);
    this.#note(record, outputs, null);
    const shown = text.length > maxEventLength ? null : outputs;
    this.#state.journal.event('node:completed', { node_id: this.#path, outputs: shown, duration_ms });
    return { status: 'completed', outputs, branch };
  }

  #fail(record: RunRecord, failure: NodeError, delay: number | null): void {
    const error = failure.describe();
    record.status = 'failed';
    record.error = JSON.stringify(error);
    record.handled = delay === null && (this.#node.on_error ?? 'fail') !== 'fail';
    record.wait_until = delay === null ? null : new Date(Date.now() + delay).toISOString();
    const duration_ms = close(record);
    this.#note(record, null, error);
    this.#state.journal.event('node:failed', {
      node_id: this.#path,
      node_type: this.#node.type,
      error: { code: failure.code, message: failure.message },
      attempt: record.attempt,
      will_retry: delay !== null,
      duration_ms,
    });
  }

  /** Records the attempt, and remembers it for the next attempt of a surrounding node. */
  #note(record: RunRecord, outputs: Outputs | null, error: RecordedRun['error']): void {
    this.#state.journal.run(record);
    if (this.#scope.prefix === '') return;
    this.#state.recall.note({ ...record, inputs: null, outputs, error, decision: null });
  }

  /** The scope ended without this node: another node failed, or the run stops. */
  #leaveBehind(record: RunRecord, error: unknown): never {
    record.status = 'cancelled';
    record.completed_at = new Date().toISOString();
    // If the whole run stops, the record stays unchanged for the worker that continues.
    if (this.#scope.prefix !== '' && !isRunEnd(this.#signal.reason)) this.#note(record, null, null);
    throw error;
  }
}

function isRunEnd(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'RunEnd';
}

function settled(result: NodeResult): NodeOutcome {
  if ('wait' in result) throw new Error('A wait must not end in another wait.');
  return result;
}

function close(record: RunRecord): number {
  const now = Date.now();
  record.completed_at = new Date(now).toISOString();
  record.duration_ms = record.started_at === null ? 0 : Math.max(0, now - Date.parse(record.started_at));
  return record.duration_ms;
}
