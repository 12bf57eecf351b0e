import type { Node } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import { Schedule, type Outcome, type Step } from '../engine/schedule.ts';
import type { Outputs } from '../nodes/node-context.ts';
import { emptyRecord } from './empty-record.ts';
import { NodeRunner, type NodeEnd } from './node-runner.ts';
import type { RunState } from './run-state.ts';
import { describeExecution, ScopeFailure, type Scope } from './scope.ts';

/** Runs one scope to its end: starts what is ready, records what ended, follows the edges. */
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
      if (this.#schedule.finished) await this.#finish();
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
    for (const node of nodes) {
      this.#state.activity.during(async () => this.#follow(node)).catch((error: unknown) => this.#end(error));
    }
  }

  async #follow(node: Node): Promise<void> {
    const path = this.#scope.prefix + node.id;
    const runner = new NodeRunner(this.#state, this.#scope, node, path, this.#nodes, this.#abort.signal);
    const end = await runner.run();
    if (this.#abort.signal.aborted) return;
    if (end.status === 'failed' && (node.on_error ?? 'fail') === 'fail') throw new ScopeFailure(node.id, end.error);
    this.#nodes[node.id] = describeEnd(end);
    const step = this.#schedule.settle(node.id, outcomeOf(end));
    this.#record(node, path, end, step);
    if (this.#schedule.finished) await this.#finish();
    else this.#launch(step.ready);
  }

  #record(node: Node, path: string, end: NodeEnd, step: Step): void {
    if (!end.recalled) this.#progress(step.ready[0]?.id ?? node.id, path);
    for (const skipped of step.skipped) {
      this.#nodes[skipped.id] = { status: 'skipped', outputs: null };
      const skippedPath = this.#scope.prefix + skipped.id;
      if (this.#state.recall.get(skippedPath)?.settled) continue;
      this.#state.journal.run(emptyRecord(skippedPath, skipped.type, 'skipped'));
      this.#state.journal.event('node:skipped', { node_id: skippedPath });
      this.#progress(step.ready[0]?.id ?? skipped.id, path);
    }
  }

  #progress(current: string, path: string): void {
    const currentNode = path.slice(0, this.#scope.prefix.length) + current;
    this.#state.journal.event('execution:progress', { progress: this.#state.progress(), current_node: currentNode });
  }

  async #finish(): Promise<void> {
    const { execution, services } = this.#state;
    const scope = { ...this.#scope.data, nodes: this.#nodes, execution: describeExecution(execution) };
    try {
      const outputs = await services.templates.render(this.#scope.definition.outputs, scope, {
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
  return { status: 'failed', outputs: null, error: { code: end.error.code, message: end.error.message } };
}

function outcomeOf(end: NodeEnd): Outcome {
  if (end.status === 'failed') return { status: 'failed' };
  return { status: 'completed', branch: end.status === 'completed' ? end.branch : null };
}
