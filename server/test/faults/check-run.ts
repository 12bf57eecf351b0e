import assert from 'node:assert/strict';
import { call, type Endpoint } from '../client.ts';
import type { Neighbour } from './neighbour.ts';
import { readData, readTranscript, type Block } from './read-transcript.ts';
import type { FaultWorkflow } from './workflows.ts';

const terminal = /^execution:(completed|failed|cancelled)$/;

interface NodeRow {
  node_id: string;
  status: string;
  outputs: { body?: { token?: string } } | null;
}

/**
 * Checks an ended run against docs/reference/executions.md#what-survives: it completed, its events have no gap and a
 * single end, each node's result is recorded once and is the same in its row and its event, and the outputs consist of
 * exactly those results. Returns the transcript. Throws an AssertionError.
 */
export async function checkRun(
  server: Endpoint,
  neighbour: Neighbour,
  { id, workflow }: { id: string; workflow: FaultWorkflow },
): Promise<Block[]> {
  const execution = (await call(server, 'GET', `/api/v1/executions/${id}`)).body.data;
  assert.equal(execution.status, 'completed', `${id}: ${JSON.stringify(execution.error)}`);
  const transcript = await readTranscript(server, id);
  assert.deepEqual(
    transcript.map((block) => block.id),
    transcript.map((_, index) => index + 1),
    `${id}: the events' numbers`,
  );
  const ends = transcript.filter(({ event }) => terminal.test(event));
  assert.deepEqual(
    ends.map((block) => block.id),
    [transcript.length],
    `${id}: one end, at the end`,
  );
  const recorded = await readCompleted(server, id);
  const announced = transcript.filter(({ event }) => event === 'node:completed').map(readData);
  assert.deepEqual(namesOf(recorded), sorted(workflow.completed), `${id}: rows`);
  assert.deepEqual(namesOf(announced), sorted(workflow.completed), `${id}: events`);
  const rows = new Map(recorded.map((row) => [row.node_id, row]));
  for (const { node_id, outputs } of announced) {
    assert.deepEqual(outputs, rows.get(String(node_id))?.outputs, `${id}: ${String(node_id)} in row and event`);
  }
  const tokens = workflow.callers.map((path) => rows.get(path)?.outputs?.body?.token);
  assert.equal(execution.outputs.tokens, tokens.join(' '), `${id}: the results that were used`);
  for (const [index, path] of workflow.callers.entries()) {
    const answered = neighbour.calls.filter(({ key }) => key === `${id}:${path}`).map((made) => made.token);
    assert.ok(answered.includes(String(tokens[index])), `${id}: ${path} was called under its own key`);
  }
  return transcript;
}

async function readCompleted(server: Endpoint, id: string): Promise<NodeRow[]> {
  const { body } = await call(server, 'GET', `/api/v1/executions/${id}/nodes?per_page=100`);
  const rows = body.data as NodeRow[];
  const open = rows.filter(({ status }) => status === 'running' || status === 'waiting');
  assert.deepEqual(open, [], `${id}: nothing is still running`);
  return rows.filter(({ status }) => status === 'completed');
}

function sorted(names: readonly string[]): string[] {
  return names.toSorted((one, other) => one.localeCompare(other));
}

function namesOf(nodes: readonly { node_id?: unknown }[]): string[] {
  return sorted(nodes.map(({ node_id }) => String(node_id)));
}
