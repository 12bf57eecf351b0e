import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql, Transaction } from '../src/platform/database.ts';
import type { ClaimCapacity } from '../src/platform/leases/ports.ts';
import { claimExecutions } from '../src/features/executions/executions.claims.sql.ts';
import { claimUnindexed } from '../src/features/form-interfaces/search/indexing.sql.ts';
import { claimUnfollowed, claimUnread } from '../src/features/form-interfaces/submission/submissions.claims.sql.ts';
import { claimDocuments } from '../src/features/knowledge-bases/documents/documents.claims.sql.ts';
import { claimTasks } from '../src/features/personas/run/tasks.claims.sql.ts';
import { claimReplies } from '../src/features/threads/replies/replies.claims.sql.ts';
import { call } from './client.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

/** Rows that wait in one workspace. */
const flood = 3000;
const capacity: ClaimCapacity = { limit: 3, share: 2, busy: new Map(), running: [], suspects: true };

let server: ServerUnderTest;
let workspace: string;
let agent: string;
let workflow: string;
beforeAll(async () => {
  server = await startServer();
  agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  const definition = { nodes: [{ id: 'say', type: 'template', config: { text: 'Hello' } }] };
  workflow = (await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Say', definition } })).body.data.id;
  const [row] = await server.platform.database.sql<{ id: string }[]>`
    SELECT workspace_id AS id FROM agents WHERE id = ${agent}`;
  workspace = row?.id ?? '';
});
afterAll(async () => server.close());

const claimSmall: Claim = async (sql, places) => claimDocuments(sql, 'small', places);
const claimLarge: Claim = async (sql, places) => claimDocuments(sql, 'large', places);

/** The kinds of work that wait, and the function that claims them. */
const floods: Record<string, Flood> = {
  'small documents': {
    table: 'documents',
    fill: async (tx) => addDocuments(tx, 1000),
    claim: claimSmall,
    other: claimLarge,
  },
  'large documents': {
    table: 'documents',
    fill: async (tx) => addDocuments(tx, 10_000_000),
    claim: claimLarge,
    other: claimSmall,
  },
  'submissions to be read': {
    table: 'form_submissions',
    fill: async (tx) => submit(tx, 'submitted'),
    claim: claimUnread,
    other: claimUnfollowed,
  },
  'submissions to be followed': {
    table: 'form_submissions',
    fill: async (tx) => submit(tx, 'running'),
    claim: claimUnfollowed,
    other: claimUnread,
  },
  'submissions to be indexed': {
    table: 'form_submissions',
    fill: async (tx) => submit(tx, 'completed'),
    claim: claimUnindexed,
    other: claimUnread,
  },
  tasks: {
    table: 'persona_instances',
    fill: async (tx) => tx`
      INSERT INTO persona_instances (id, workspace_id, persona_id, task_title, structured_inputs, plan, status,
        max_duration_hours, max_cost_credits, due_at)
      SELECT 'task_' || n, ${workspace}, 'per_flood', 'Task', '{}', '[]', 'pending', 1, 1, now()
      FROM generate_series(1, ${flood}) AS n`,
    claim: claimTasks,
  },
  executions: {
    table: 'executions',
    fill: async (tx) => tx`
      INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, status, inputs,
        max_duration_s, due_at)
      SELECT 'exe_' || n, ${workspace}, ${workflow}, 1, 'Say', 'pending', '{}', 60, now()
      FROM generate_series(1, ${flood}) AS n`,
    claim: claimExecutions,
  },
  replies: {
    table: 'replies',
    fill: async (tx) => {
      await tx`
        INSERT INTO threads (id, workspace_id, agent_id, metadata)
        SELECT 'thr_' || n, ${workspace}, ${agent}, '{}' FROM generate_series(1, ${flood}) AS n`;
      await tx`
        INSERT INTO messages (id, workspace_id, thread_id, role, content, status, created_at)
        SELECT 'msg_' || n, ${workspace}, 'thr_' || n, 'assistant', '', 'streaming', now()
        FROM generate_series(1, ${flood}) AS n`;
      await tx`
        INSERT INTO replies (message_id, workspace_id, thread_id)
        SELECT 'msg_' || n, ${workspace}, 'thr_' || n FROM generate_series(1, ${flood}) AS n`;
    },
    claim: claimReplies,
  },
};

interface Flood {
  readonly table: string;
  readonly fill: (tx: Transaction) => Promise<unknown>;
  readonly claim: Claim;
  /** Claims other rows of the same table, of which there are none. */
  readonly other?: Claim;
}
type Claim = (sql: Sql, capacity: ClaimCapacity) => Promise<unknown[]>;

async function addDocuments(tx: Transaction, size: number): Promise<void> {
  await tx`
    INSERT INTO knowledge_bases (id, workspace_id, name, description, embedding_model, chunk_size, chunk_overlap)
    VALUES ('kb_flood', ${workspace}, 'Flood', '', 'none', 800, 100)`;
  await tx`
    INSERT INTO documents (id, workspace_id, knowledge_base_id, name, source, mode, metadata, file_size, identity, status,
      due_at)
    SELECT 'doc_' || n, ${workspace}, 'kb_flood', 'Page', 'text', 'text', '{}', ${size}, sha256(n::text::bytea), 'queued',
      now()
    FROM generate_series(1, ${flood}) AS n`;
}

async function submit(tx: Transaction, status: string): Promise<void> {
  await tx`
    INSERT INTO form_interfaces (id, workspace_id, slug, status, target_type, workflow_id, settings)
    VALUES ('fmi_flood', ${workspace}, 'flood', 'active', 'workflow', ${workflow}, '{}')`;
  await tx`
    INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
      extraction_mode, due_at, index_due_at)
    SELECT 'sub_' || n, ${workspace}, 'fmi_flood', ${status}, '', '{}', '{}', '{}', 'text', now(), now()
    FROM generate_series(1, ${flood}) AS n`;
}

/** Rows of the table that this transaction has read. */
async function countRead(tx: Transaction, table: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS count FROM pg_stat_xact_user_tables
    WHERE relname = ${table}`;
  return row?.count ?? 0;
}

async function expectFew(tx: Transaction, table: string, claim: Claim, claimed: number): Promise<void> {
  const before = await countRead(tx, table);
  expect(await claim(tx, capacity)).toHaveLength(claimed);
  expect(await countRead(tx, table)).toBeLessThan(before + flood / 10);
}

const undone = new Error('undone');

test.each(Object.keys(floods))('a claim does not read all %s that wait in a workspace', async (what) => {
  const { table, fill, claim, other } = floods[what] ?? expect.fail(what);
  const trying = server.platform.database.transaction(async (tx) => {
    await fill(tx);
    await tx.unsafe(`ANALYZE ${table}`);
    await expectFew(tx, table, claim, capacity.share);
    if (other !== undefined) await expectFew(tx, table, other, 0);
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
});
