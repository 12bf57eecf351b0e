import type { Execution, NodeRun } from '@portico/shared-types';
import { notFound } from '../../platform/errors.ts';
import { toOneLine } from '../../platform/one-line.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAnyExecution, listNodeRuns } from './executions.sql.ts';

const maxRuns = 1_000;

/** An execution of any workspace as a tree with times, for the operator's shell. Throws 404. */
export async function showExecution(platform: Platform, id: string): Promise<string> {
  const { sql } = platform.database;
  const execution = await findAnyExecution(sql, id);
  if (!execution) throw notFound('execution', id);
  return renderExecution(execution, (await listNodeRuns(sql, id, { page: 1, per_page: maxRuns })).items);
}

interface Branch {
  label: string;
  runs: NodeRun[];
  children: Map<string, Branch>;
}

/** Renders the runs as a tree; those of a loop's items and of called workflows are indented below their node. */
export function renderExecution(execution: Execution, runs: readonly NodeRun[]): string {
  const root: Branch = { label: '', runs: [], children: new Map() };
  for (const run of runs) {
    let branch = root;
    for (const part of run.node_id.split(/\.|(?=\[)/)) {
      const next = branch.children.get(part) ?? { label: part, runs: [], children: new Map() };
      branch.children.set(part, next);
      branch = next;
    }
    branch.runs.push(run);
  }
  const start = Date.parse(execution.started_at ?? execution.created_at);
  const rows = [...drawChildren(root, '', start)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...headOf(execution), ...lines, ''].join('\n');
}

function headOf({ id, workflow_name, workflow_version, status, duration_ms, error, started_at }: Execution): string[] {
  const took = duration_ms === null ? '' : ` in ${formatMs(duration_ms)}`;
  const lines = [`${id}  ${toOneLine(workflow_name)} (version ${workflow_version})  ${status}${took}`];
  if (started_at !== null) lines.push(`started ${started_at}`);
  if (error !== null)
    lines.push(`${error.code}${error.node_id === null ? '' : ` at ${error.node_id}`}: ${toOneLine(error.message)}`);
  return lines;
}

function* drawChildren(branch: Branch, indent: string, start: number): Generator<string[]> {
  const children = [...branch.children.values()];
  for (const [index, child] of children.entries()) {
    const last = index === children.length - 1;
    const lead = `${indent}${last ? '└─' : '├─'} ${child.label}`;
    if (child.runs.length === 0) yield [lead];
    for (const [attempt, run] of child.runs.entries()) {
      yield [attempt === 0 ? lead : `${indent}${last ? ' ' : '│'}`, ...describeRun(run, child.runs.length > 1, start)];
    }
    yield* drawChildren(child, `${indent}${last ? '   ' : '│  '}`, start);
  }
}

function describeRun(run: NodeRun, repeated: boolean, start: number): string[] {
  const offset = run.started_at === null ? '' : `+${formatMs(Date.parse(run.started_at) - start)}`;
  const took = run.duration_ms === null ? '' : formatMs(run.duration_ms);
  const error = run.error === null ? '' : `  ${run.error.code}: ${toOneLine(run.error.message)}`;
  const attempt = repeated ? ` (attempt ${run.attempt})` : '';
  return [run.node_type, `${run.status}${attempt}`, offset, `${took}${error}`];
}

function formatMs(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(2)} s`;
  return `${(ms / 60_000).toFixed(1)} min`;
}
