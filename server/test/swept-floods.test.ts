import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql, Transaction } from '../src/platform/database.ts';
import { findTimedOut } from '../src/features/conversations/handover/handover.sql.ts';
import { findExpiredApprovals } from '../src/features/personas/tasks/approvals.sql.ts';
import { findDueSources } from '../src/features/sources/sources.sql.ts';
import { findOverdueTicks } from '../src/features/triggers/triggers.sql.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

/** More rows than one sweep of any kind takes. */
const flood = 150;

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

/** A table with the columns of due rows, except for their id and workspace, and the function that finds them. */
interface Swept {
  readonly fill: (tx: Transaction, rows: Rows) => Promise<unknown>;
  readonly find: (sql: Sql, except: readonly string[]) => Promise<readonly { id: string }[]>;
}

/** Numbered rows of a workspace that have been due for some minutes. */
interface Rows {
  readonly workspace: string;
  readonly minutes: number;
  readonly count: number;
}

const sweeps: Record<string, Swept> = {
  'waiting conversations': {
    fill: async (tx, { workspace, minutes, count }) => {
      await tx`
        INSERT INTO threads (id, workspace_id, agent_id, metadata)
        SELECT ${workspace} || n, ${workspace}, 'agt_none', '{}' FROM generate_series(1, ${count}) AS n`;
      await tx`
        INSERT INTO conversations (id, workspace_id, thread_id, agent_id, interface_id, interface_name, interface_slug,
          visitor_id, status, timeout_at)
        SELECT ${workspace} || n, ${workspace}, ${workspace} || n, 'agt_none', 'chi_none', '', '', 'vis_none', 'waiting',
          now() - ${minutes} * interval '1 minute'
        FROM generate_series(1, ${count}) AS n`;
    },
    find: findTimedOut,
  },
  approvals: {
    fill: async (tx, { workspace, minutes, count }) => {
      await tx`
        INSERT INTO persona_instances (id, workspace_id, persona_id, task_title, structured_inputs, plan, status,
          max_duration_hours, max_cost_credits)
        VALUES (${workspace}, ${workspace}, 'per_none', 'Task', '{}', '[]', 'awaiting_approval', 1, 1)`;
      await tx`
        INSERT INTO persona_approvals (id, workspace_id, instance_id, step, kind, title, arguments, status, expires_at)
        SELECT ${workspace} || n, ${workspace}, ${workspace}, n, 'step', '', '{}', 'pending',
          now() - ${minutes} * interval '1 minute'
        FROM generate_series(1, ${count}) AS n`;
    },
    find: async (sql, except) => findExpiredApprovals(sql, 100, except),
  },
  sources: {
    fill: async (tx, { workspace, minutes, count }) => {
      await tx`
        INSERT INTO knowledge_bases (id, workspace_id, name, description, embedding_model, chunk_size, chunk_overlap)
        VALUES (${workspace}, ${workspace}, 'Site', '', 'none', 800, 100)`;
      await tx`
        INSERT INTO sources (id, workspace_id, knowledge_base_id, type, urls, include, exclude, max_pages, max_depth,
          respect_robots, refresh, status, next_run_at)
        SELECT ${workspace} || n, ${workspace}, ${workspace}, 'urls', '[]', '[]', '[]', 1, 1, true, 'daily', 'idle',
          now() - ${minutes} * interval '1 minute'
        FROM generate_series(1, ${count}) AS n`;
    },
    find: async (sql, except) => findDueSources(sql, 50, except),
  },
  'lost ticks': {
    fill: async (tx, { workspace, minutes, count }) => {
      await tx`
        INSERT INTO workflows (id, workspace_id, name, description, status, input_schema, max_duration_s, version)
        VALUES (${workspace}, ${workspace}, 'Say', '', 'active', '{}', 60, 1)`;
      await tx`
        INSERT INTO triggers (id, workspace_id, workflow_id, name, type, enabled, inputs, cron, timezone, next_tick_at)
        SELECT ${workspace} || n, ${workspace}, ${workspace}, '', 'schedule', true, '{}', '* * * * *', 'UTC',
          now() - ${minutes} * interval '1 minute'
        FROM generate_series(1, ${count}) AS n`;
    },
    find: async (sql, except) => findOverdueTicks(sql, 20, except),
  },
};

const undone = new Error('undone');

test.each(Object.keys(sweeps))(
  'a sweep of %s takes those of one workspace in turn with those of others',
  async (what) => {
    const { fill, find } = sweeps[what] ?? expect.fail(what);
    const trying = server.platform.database.transaction(async (tx) => {
      await tx`INSERT INTO workspaces (id, name) VALUES ('wsp_flood', 'Flood'), ('wsp_quiet', 'Quiet')`;
      await fill(tx, { workspace: 'wsp_flood', minutes: 60, count: flood });
      await fill(tx, { workspace: 'wsp_quiet', minutes: 30, count: 2 });
      const ids = (await find(tx, [])).map(({ id }) => id);
      expect(ids.slice(1, 4)).toEqual(['wsp_quiet1', expect.stringContaining('wsp_flood'), 'wsp_quiet2']);
      // Those that have failed make place for others.
      const next = (await find(tx, ids)).map(({ id }) => id);
      expect(new Set([...ids, ...next]).size).toBe(ids.length + next.length);
      expect(next.length).toBeGreaterThan(0);
      throw undone;
    });
    await expect(trying).rejects.toBe(undone);
  },
);
