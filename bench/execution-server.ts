import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { readEvents } from '../server/test/client.ts';
import { spawnServer } from '../server/test/spawn-server.ts';
import { prepareDatabaseHome } from '../server/test/databases/prepare-database-home.ts';

/** A server started as a user starts it, in a separate process, and the requests of the bench. */
export interface ExecutionServer {
  /** Saves a workflow of template nodes one after the other; returns its id. */
  saveChain(length: number): Promise<string>;
  execute(workflowId: string): Promise<string>;
  /** Reads the execution's events up to its end. Throws if it doesn't complete. */
  follow(executionId: string): Promise<void>;
  countCompleted(workflowId: string): Promise<number>;
  /** Milliseconds since the epoch. */
  completedAt(executionId: string): Promise<number>;
  close(): Promise<void>;
}

export async function openExecutionServer(): Promise<ExecutionServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'));
  const home = await prepareDatabaseHome(dataDir);
  const server = await spawnServer(dataDir, {
    ...home.environment,
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '10000000',
    RATE_LIMIT_PER_DAY: '1000000000',
  });
  const pool = new Pool(server.url, { connections: 20 });
  const ask = async <Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> => {
    const answer = await pool.request({
      method,
      path: `/api/v1${path}`,
      headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} responded with ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as Body;
  };
  return {
    async saveChain(length) {
      const nodes = Array.from({ length }, (_, i) => ({
        id: `n${i}`,
        type: 'template',
        config: { text: `step ${i}` },
      }));
      const edges = nodes.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
      const outputs = { last: `{{ nodes.n${length - 1}.outputs.text }}` };
      const { data } = await ask<{ data: { id: string } }>('POST', '/workflows', {
        name: `Chain of ${length}`,
        definition: { nodes, edges, outputs },
      });
      return data.id;
    },
    async execute(workflowId) {
      const { data } = await ask<{ data: { execution_id: string } }>('POST', `/workflows/${workflowId}/execute`, {});
      return data.execution_id;
    },
    async follow(executionId) {
      const events = await readEvents(server, `/api/v1/executions/${executionId}/events`, {
        until: ({ event }) => event === 'execution:completed',
      });
      if (events.at(-1)?.event !== 'execution:completed') throw new Error(`${executionId} did not complete`);
    },
    async countCompleted(workflowId) {
      const path = `/executions?workflow_id=${workflowId}&status=completed&per_page=1`;
      const { pagination } = await ask<{ pagination: { total_count: number } }>('GET', path);
      return pagination.total_count;
    },
    async completedAt(executionId) {
      const { data } = await ask<{ data: { completed_at: string } }>('GET', `/executions/${executionId}`);
      return Date.parse(data.completed_at);
    },
    async close() {
      await pool.close();
      await server.end('SIGTERM');
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
