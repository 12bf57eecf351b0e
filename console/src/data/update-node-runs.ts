import type { NodeRun } from '@portico/shared-types/api/executions';
import type { NodeRunPages } from './executions.ts';

/** An event of an execution's stream (docs/reference/streams.md#executions); unknown ones change nothing. */
export interface NodeEvent {
  readonly event: string;
  readonly data: {
    readonly timestamp: string;
    readonly node_id?: string;
    readonly node_type?: string;
    readonly started_at?: string;
    readonly attempt?: number;
    readonly outputs?: Record<string, unknown>;
    readonly error?: { readonly code: string; readonly message: string };
    readonly duration_ms?: number;
    readonly content?: string;
    readonly progress?: number;
  };
}

/**
 * Applies events to the loaded runs. Events that a run already reflects change nothing: a stream starts with the first
 * event, and a response may be newer than an event that is still on its way. Time is linear in runs plus events.
 */
export function updateNodeRuns(before: NodeRunPages, events: readonly NodeEvent[]): NodeRunPages {
  const latest = new Map<string, NodeRun>();
  for (const { data } of before.pages) for (const run of data) latest.set(run.node_id, run);
  const changed = new Map<string, NodeRun>();
  const isWhole = before.pages.at(-1)?.pagination.has_next === false;
  for (const event of events) {
    const nodeId = event.data.node_id;
    const run = nodeId === undefined ? undefined : toNext(latest.get(nodeId), event);
    if (run === undefined) continue;
    latest.set(run.node_id, run);
    changed.set(keyOf(run), run);
  }
  if (changed.size === 0) return before;
  const pages = before.pages.map((page, at) => {
    const data = page.data.map((run) => take(changed, keyOf(run)) ?? run);
    // A run that has just started is the last one of the list: it is on the last page, if that is loaded.
    if (!isWhole || at < before.pages.length - 1) return { ...page, data };
    const { pagination } = page;
    const total = pagination.total_count + changed.size;
    return { data: [...data, ...changed.values()], pagination: { ...pagination, total_count: total } };
  });
  return { ...before, pages };
}

const keyOf = ({ node_id: nodeId, attempt }: NodeRun) => `${nodeId} ${attempt}`;

function take<Value>(values: Map<string, Value>, key: string): Value | undefined {
  const value = values.get(key);
  values.delete(key);
  return value;
}

/** The run of the event's node after the event; undefined if the event changes nothing. */
function toNext(run: NodeRun | undefined, { event, data }: NodeEvent): NodeRun | undefined {
  if (event === 'node:started') return toStarted(run, data);
  const isNewAttempt = event === 'node:failed' && (run?.attempt ?? 0) < (data.attempt ?? 1);
  if (isNewAttempt) return toEnded(createRun(data), 'failed', data);
  if (run === undefined || isOver(run) || isBefore(data.timestamp, run.started_at)) return undefined;
  if (event === 'node:completed') return toEnded(run, 'completed', data);
  if (event === 'node:failed' && run.attempt === data.attempt) return toEnded(run, 'failed', data);
  return event === 'execution:waiting' ? { ...run, status: 'waiting' } : undefined;
}

function toStarted(run: NodeRun | undefined, data: NodeEvent['data']): NodeRun | undefined {
  if (run === undefined) return createRun(data);
  if (!isBefore(run.started_at, data.started_at)) return undefined;
  // An attempt that a crash interrupted is repeated with its number.
  return createRun({ ...data, attempt: isOver(run) ? run.attempt + 1 : run.attempt });
}

function toEnded(run: NodeRun, status: 'completed' | 'failed', data: NodeEvent['data']): NodeRun {
  const { outputs = null, error = null, duration_ms: duration = null, timestamp } = data;
  return { ...run, status, outputs, error, duration_ms: duration, completed_at: timestamp };
}

function createRun({
  node_id: id = '',
  node_type: type = '',
  attempt = 1,
  started_at: at,
}: NodeEvent['data']): NodeRun {
  return {
    node_id: id,
    node_type: type,
    status: 'running',
    attempt,
    inputs: null,
    outputs: null,
    error: null,
    started_at: at ?? null,
    completed_at: null,
    duration_ms: null,
  };
}

function isOver({ status }: NodeRun): boolean {
  return status !== 'running' && status !== 'waiting';
}

function isBefore(one: string | null | undefined, other: string | null | undefined): boolean {
  return Date.parse(one ?? '') < Date.parse(other ?? '');
}
