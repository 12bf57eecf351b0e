import type { Node } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import { Schedule, type Outcome, type Step } from '../engine/schedule.ts';
import type { Outputs } from '../nodes/node-context.ts';
import { emptyRecord } from './node/empty-record.ts';
import { NodeRunner } from './node/node-runner.ts';
import { recallEnd, type NodeEnd } from './node/node-end.ts';
import type { RunState } from './state/run-state.ts';
import { describeExecution, ScopeFailure, type Scope } from './scope.ts';

/** Runs one scope to its end: starts runnable nodes, records outcomes, follows the edges. */
export class ScopeRun {
  readonly #state: RunState;
  readonly #scope: Scope;
  readonly #schedule: Schedule;
  readonly #nodes: Record<string, unknown>;
  readonly #abort = new AbortController();
  readonly #done = Promise.withResolvers<Outputs>();

  constructor(state: RunState, scope: Scope) {
    this.#state = state;
    this.#scope = scope;
    this.#schedule = new Schedule(scope.definition);
    this.#nodes = { ...scope.outerNodes };
    // If the outputs fail in `run` itself, nothing awaits this promise, and an unhandled rejection would end the
    // process.
    this.#done.promise.catch(() => undefined);
  }

  get progress(): number {
    return this.#schedule.progress;
  }

  /** Resolves with the outputs; rejects with a ScopeFailure, or with the signal's reason. */
  async run(signal: AbortSignal): Promise<Outputs> {
    const stop = () => this.#end(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    try {
      this.#launch(this.#schedule.begin());
      // Also for a definition without nodes: evaluating outputs is not a wait during which the run may be suspended.
      if (this.#schedule.finished) await this.#state.activity.during(async () => this.#finish());
      return await this.#done.promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #end(reason: unknown): void {
    this.#done.reject(reason instanceof Error ? reason : new Error(String(reason)));
    this.#abort.abort(reason);
  }

  #launch(nodes: readonly Node[]): void {
    try {
      for (const node of this.#replay(nodes)) {
        this.#state.activity.during(async () => this.#follow(node)).catch((error: unknown) => this.#end(error));
      }
    } catch (error) {
      this.#end(error);
    }
  }

  /**
   * Settles the nodes that are recorded as settled, and those after them; returns the nodes that have to run. Done
   * before any of them runs, so that the first progress includes everything.
   */
  #replay(nodes: readonly Node[]): Node[] {
    const live: Node[] = [];
    const steps: Step[] = [];
    const open = [...nodes];
    for (let node = open.shift(); node; node = open.shift()) {
      const settled = this.#state.recall.get(this.#scope.prefix + node.id)?.settled;
      if (!settled) {
        live.push(node);
        continue;
      }
      const step = this.#settle(node, recallEnd(settled));
      steps.push(step);
      open.push(...step.ready);
    }
    for (const step of steps) this.#recordSkipped(step);
    return live;
  }

  async #follow(node: Node): Promise<void> {
    const path = this.#scope.prefix + node.id;
    const runner = new NodeRunner(this.#state, this.#scope, node, path, this.#nodes, this.#abort.signal);
    const end = await runner.run();
    if (this.#abort.signal.aborted) return;
    const step = this.#settle(node, end);
    this.#progress(step.ready[0]?.id ?? node.id);
    this.#recordSkipped(step);
    this.#launch(step.ready);
    if (this.#schedule.finished) await this.#finish();
  }

  /** Throws a ScopeFailure if the node's failure fails the scope. */
  #settle(node: Node, end: NodeEnd): Step {
    if (end.status === 'failed' && (node.on_error ?? 'fail') === 'fail') throw new ScopeFailure(node.id, end.error);
    this.#nodes[node.id] = describeEnd(end);
    const step = this.#schedule.settle(node.id, outcomeOf(end));
    for (const skipped of step.skipped) this.#nodes[skipped.id] = { status: 'skipped', outputs: null };
    return step;
  }

  #recordSkipped(step: Step): void {
    for (const skipped of step.skipped) {
      const path = this.#scope.prefix + skipped.id;
      const recalled = this.#state.recall.get(path);
      if (recalled?.settled) continue;
      // It may have run in an earlier attempt of the surrounding node, whose record is kept.
      this.#state.journal.run(emptyRecord(path, skipped.type, 'skipped', recalled?.nextAttempt));
      this.#state.journal.event('node:skipped', { node_id: path });
      this.#progress(step.ready[0]?.id ?? skipped.id);
    }
  }

  #progress(current: string): void {
    const current_node = this.#scope.prefix + current;
    this.#state.journal.event('execution:progress', { progress: this.#state.progress(), current_node });
  }

  async #finish(): Promise<void> {
    const { execution, services } = this.#state;
    const scope = { ...this.#scope.data, nodes: this.#nodes, execution: describeExecution(execution) };
    try {
      const outputs = await services.templates.render(this.#scope.definition.outputs, scope, {
        workspaceId: execution.workspace_id,
        signal: this.#abort.signal,
      });
      this.#done.resolve(outputs as Outputs);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      throw new ScopeFailure(null, new NodeError(error.code, `outputs: ${error.message}`, { retryable: false }));
    }
  }
}

function describeEnd(end: NodeEnd): Record<string, unknown> {
  if (end.status === 'completed') return { status: 'completed', outputs: end.outputs };
  if (end.status === 'skipped') return { status: 'skipped', outputs: null };
  return { status: 'failed', outputs: null, error: end.error.describe() };
}

function outcomeOf(end: NodeEnd): Outcome {
  if (end.status === 'failed') return { status: 'failed' };
  return { status: 'completed', branch: end.status === 'completed' ? end.branch : null };
}
