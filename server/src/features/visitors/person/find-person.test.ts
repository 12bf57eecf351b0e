import { beforeAll, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import type { Transaction } from '../../../platform/database.ts';
import { readMigrations } from '../../../platform/migrations.ts';
import { findPerson } from './find-person.ts';
import { listSubmissionsWith } from './person.sql.ts';

let server: ServerUnderTest;
let form: { id: string; workspace_id: string };
beforeAll(async () => {
  server = await startServer();
  const made = async (path: string, body: object) =>
    (await call(server, 'POST', `/api/v1/${path}`, { body })).body.data;
  const agent = await made('agents', { name: 'Clerk' });
  const { id } = await made('form-interfaces', { title: 'Ask', target_type: 'agent', agent_id: agent.id });
  const { sql } = server.platform.database;
  const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM form_interfaces WHERE id = ${id}`;
  form = { id, workspace_id: row?.workspace_id ?? '' };
});

async function insert(tx: Transaction, id: string, inputs: string): Promise<void> {
  await tx`
    INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
      extraction_mode)
    VALUES (${id}, ${form.workspace_id}, ${form.id}, 'completed', '', ${inputs}, '{}', '{}', 'text')`;
}

async function find(tx: Transaction, ...emails: string[]): Promise<string[]> {
  return (await listSubmissionsWith(tx, form.workspace_id, emails)).map(({ id }) => id).toSorted();
}

/** Rows of `form_submissions` that this transaction has read. */
async function countRead(tx: Transaction): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS count FROM pg_stat_xact_user_tables
    WHERE relname = 'form_submissions'`;
  return row?.count ?? 0;
}

const undone = new Error('undone');
/** Runs `work` in a transaction that is rolled back. */
async function tryOut(work: (tx: Transaction) => Promise<void>): Promise<void> {
  const running = server.platform.database.transaction(async (tx) => {
    await work(tx);
    throw undone;
  });
  await expect(running).rejects.toBe(undone);
}

test('a person’s submissions are found without reading those of others', async () => {
  await tryOut(async (tx) => {
    await tx`
      INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
        extraction_mode)
      SELECT 'sub_' || n, ${form.workspace_id}, ${form.id}, 'completed', '',
        json_build_object('contact', 'guest' || n || '@example.com', 'topic', 'berths'), '{}', '{}', 'text'
      FROM generate_series(1, 3000) AS n`;
    await tx`ANALYZE form_submissions`;
    const before = await countRead(tx);
    expect(await find(tx, 'guest7@example.com', 'guest2999@example.com')).toEqual(['sub_2999', 'sub_7']);
    expect((await countRead(tx)) - before).toBeLessThan(20);
  });
});

test('submissions of an older version are found, also beside texts that can’t be decoded', async () => {
  const migration = (await readMigrations()).find(({ name }) => name === '0909_submitted_addresses.sql');
  await tryOut(async (tx) => {
    await tx.unsafe(`
      DROP TRIGGER form_submissions_addresses ON form_submissions;
      DROP FUNCTION keep_submitted_addresses;
      DROP FUNCTION addresses_in;
      DROP TABLE submitted_addresses`);
    await insert(tx, 'sub_old', '{"contact": " Ada@Example.com ", "again": "ada@example.com", "year": 2020}');
    await insert(tx, 'sub_list', '[1, "ada@example.com"]');
    await insert(tx, 'sub_nul', String.raw`{"text": "\u0000 \ud800", "contact": "eve@example.com"}`);
    await insert(tx, 'sub_prose', '{"text": "Write to ada@example.com"}');
    await tx.unsafe(migration?.text ?? '');
    await insert(tx, 'sub_new', '{"contact": "ADA@example.com"}');
    expect(await find(tx, 'ada@example.com')).toEqual(['sub_new', 'sub_old']);
    await tx`UPDATE form_submissions SET inputs = '{"contact": "bob@example.com"}' WHERE id = 'sub_old'`;
    expect(await find(tx, 'ada@example.com')).toEqual(['sub_new']);
    await tx`DELETE FROM form_submissions WHERE id = 'sub_new'`;
    expect(await find(tx, 'ada@example.com', 'bob@example.com')).toEqual(['sub_old']);
    expect(await tx`SELECT 1 FROM submitted_addresses WHERE submission_id = 'sub_new'`).toHaveLength(0);
  });
});

test('what is copied with an address is not part of it, also in submissions of an older version', async () => {
  const migration = (await readMigrations()).find(({ name }) => name.endsWith('_addresses_without_spaces.sql'));
  await tryOut(async (tx) => {
    await tx`ALTER TABLE form_submissions DISABLE TRIGGER form_submissions_addresses`;
    await insert(tx, 'sub_old', JSON.stringify({ contact: 'Ada@example.com\n' }));
    await tx`ALTER TABLE form_submissions ENABLE TRIGGER form_submissions_addresses`;
    await tx.unsafe(migration?.text ?? '');
    for (const [at, space] of ['\t', '\r\n', '\u00A0', '\u200F', '\uFEFF '].entries()) {
      await insert(tx, `sub_${at}`, JSON.stringify({ contact: `${space}ada@example.com${space}` }));
    }
    await insert(tx, 'sub_prose', JSON.stringify({ contact: 'ada@example.com\nbob@example.com' }));
    expect(await find(tx, 'ada@example.com')).toEqual(['sub_0', 'sub_1', 'sub_2', 'sub_3', 'sub_4', 'sub_old']);
  });
});

test('an older installation’s executions are found after their submission was deleted', async () => {
  const names = new Set(['0919_deleted_causes.sql', '0920_executions_with_retries.sql']);
  const migrations = (await readMigrations()).filter(({ name }) => names.has(name));
  await tryOut(async (tx) => {
    await tx.unsafe(`
      DROP TABLE deleted_causes;
      DROP FUNCTION keep_cause_of_submission, keep_cause_of_session, keep_causes_of_visitor CASCADE;
      DROP FUNCTION outlives_cause, executions_caused_by, executions_with_retries, trait_digest;
      DROP INDEX executions_by_retried;
      ALTER TABLE credit_payers DROP COLUMN cause_id`);
    await insert(tx, 'sub_old', '{"contact": "Ada@example.com"}');
    await tx`UPDATE form_submissions SET execution_id = 'exe_old' WHERE id = 'sub_old'`;
    await tx`
      INSERT INTO workflows (id, workspace_id, name, description, status, input_schema, max_duration_s, version)
      VALUES ('wfl_old', ${form.workspace_id}, 'Old', '', 'active', '{}', 60, 1)`;
    await tx`
      INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, status, inputs,
        max_duration_s)
      VALUES ('exe_old', ${form.workspace_id}, 'wfl_old', 1, 'Old', 'completed', '{}', 60)`;
    await tx`
      INSERT INTO credit_payers (run_id, workspace_id, interface_id)
      SELECT run_id, ${form.workspace_id}, ${form.id} FROM unnest(ARRAY['sub_old', 'exe_old', 'exe_other']) AS run_id`;
    // The last one twice: an installation of the time between has its functions already.
    for (const one of [...migrations, migrations.at(-1)]) await tx.unsafe(one?.text ?? '');
    await tx`DELETE FROM form_submissions WHERE id = 'sub_old'`;
    const traits = { userIds: [], emails: ['ada@example.com'], visitorIds: [], emailsOfUsers: true };
    expect((await findPerson(tx, form.workspace_id, traits)).executionIds).toEqual(['exe_old']);
    expect((await findPerson(tx, form.workspace_id, { ...traits, emails: ['eve@example.com'] })).executionIds).toEqual(
      [],
    );
  });
});

test('the repetitions of an older installation get the payer and the cause of what they repeat', async () => {
  const migration = (await readMigrations()).find(({ name }) => name === '0930_threads_of_executions.sql');
  await tryOut(async (tx) => {
    await tx.unsafe('DROP FUNCTION has_open_retry; DROP INDEX threads_by_execution');
    await tx`
      INSERT INTO workflows (id, workspace_id, name, description, status, input_schema, max_duration_s, version)
      VALUES ('wfl_old', ${form.workspace_id}, 'Old', '', 'active', '{}', 60, 1)`;
    await tx`
      INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, status, inputs,
        max_duration_s, retry_of)
      SELECT id, ${form.workspace_id}, 'wfl_old', 1, 'Old', 'failed', '{}', 60, retry_of
      FROM (VALUES ('exe_b', 'exe_deleted'), ('exe_c', 'exe_b'), ('exe_d', 'exe_c'), ('exe_newer', 'exe_c'),
        ('exe_free', 'exe_unpaid'), ('exe_other', NULL)) AS given (id, retry_of)`;
    await tx`
      INSERT INTO credit_payers (run_id, workspace_id, interface_id, locale, cause_id)
      VALUES ('exe_deleted', ${form.workspace_id}, ${form.id}, 'de', 'sub_old'),
        ('exe_newer', ${form.workspace_id}, ${form.id}, 'fr', 'sub_newer')`;
    await tx.unsafe(migration?.text ?? '');
    const payers = await tx`
      SELECT run_id, interface_id, locale, cause_id FROM credit_payers WHERE starts_with(run_id, 'exe_') ORDER BY run_id`;
    expect(payers).toEqual([
      ...['exe_b', 'exe_c', 'exe_d', 'exe_deleted'].map((id) => ({
        run_id: id,
        interface_id: form.id,
        locale: 'de',
        cause_id: 'sub_old',
      })),
      { run_id: 'exe_newer', interface_id: form.id, locale: 'fr', cause_id: 'sub_newer' },
    ]);
  });
});
