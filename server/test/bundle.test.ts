import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { runCommand } from '../src/app/commands.ts';
import type { CommandResult } from '../src/app/command-result.ts';
import { openBundle } from '../src/app/bundle/open-bundle.ts';
import { stageDocuments } from '../src/app/bundle/stage-documents.ts';
import { listStorageKeys } from '../src/platform/backup/catalogue.ts';
import { createStorage, removeLeftFiles } from '../src/platform/storage/index.ts';
import { call, eventually } from './client.ts';
import { type FilledIds, fillWorkspace, findNamed, list } from './fill-workspace.ts';
import { runPortico, spawnPortico } from './run-portico.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

/* `npm run portico -- bundle export | import`, from one installation to another. */
let source: ServerUnderTest;
let target: ServerUnderTest;
let folder: string;
let file: string;
let ids: FilledIds;
let exported: { readonly plain: CommandResult; readonly whole: CommandResult };

// A command is a process, which takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  const environment = { OUTBOUND_ALLOW: '127.0.0.1:9' };
  [source, target] = [await startServer(environment), await startServer(environment)];
  folder = await mkdtemp(join(tmpdir(), 'portico-bundles-'));
  ids = await fillWorkspace(source);
  file = pathOf('all.zip');
  exported = {
    plain: await run(source, 'export', pathOf('plain.zip')),
    whole: await run(source, 'export', file, '--with-documents'),
  };
});
afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (server: ServerUnderTest, ...words: string[]) => runCommand(server.platform, ['bundle', ...words]);
const pathOf = (name: string) => join(folder, name);

describe('an export', () => {
  test('contains the definitions and no secrets, and its documents only on request', async () => {
    expect(exported.plain).toMatchObject({ code: 0 });
    expect(exported.plain.text).toMatch(/1 source\n/);
    const done = exported.whole;
    expect(done.text).toContain('2 documents (2 files)');
    expect(done.text).toContain('agent "Guide"  tools[2].request.headers.X-Key');
    expect(done.text).toContain('workflow "Caller"  definition.nodes[0].config.headers.Authorization');
    expect(done.text).toContain('workflow "Caller"  definition.nodes[0].config.url?api_key');
    expect(done.text).toContain('workflow "Caller"  definition.nodes[0].config.url?key');
    expect(done.text).toContain('workflow "Caller"  definition.nodes[0].config.query.signature');
    expect(done.text).toContain('source "http://127.0.0.1:9/"  headers.Authorization');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const zip = await openPromise(file);
    const contents: string[] = [];
    for await (const entry of zip.eachEntry()) contents.push(await text(await zip.openReadStreamPromise(entry)));
    expect(contents).toHaveLength(3);
    expect(contents.join('\n')).toContain('Storks nest on roofs.');
    expect(contents.join('\n')).toContain('{{ inputs.question }}');
    expect(contents.join('\n')).not.toMatch(/sk-live|whsec_|identity_secret/);
    // An existing file is not overwritten.
    expect(await run(source, 'export', file)).toMatchObject({ code: 1, text: `${file} already exists\n` });
    expect((await readdir(folder)).filter((name) => /^(?:all|plain)/.test(name))).toEqual(['all.zip', 'plain.zip']);
  });
});

/** The number of rows in each table that an import could write. */
/** Not of the outbox, from which jobs of earlier imports disappear meanwhile. */
async function countRows(server: ServerUnderTest): Promise<Record<string, number>> {
  const tables = ['knowledge_bases', 'sources', 'documents', 'agents', 'agent_versions', 'workflows', 'triggers'];
  const more = ['chat_interfaces', 'form_interfaces', 'personas', 'audit_log', 'source_runs'];
  const counts: Record<string, number> = {};
  for (const table of [...tables, ...more]) {
    const [row] = await server.platform.database.sql.unsafe<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table}`);
    counts[table] = row?.n ?? 0;
  }
  return counts;
}

describe('an import', () => {
  test('with --dry-run reports what would happen, and writes nothing', async () => {
    const before = await countRows(target);
    const { text: report, code } = await run(target, 'import', file, '--dry-run');
    expect([report, code]).toEqual([expect.stringContaining('Would be created:'), 0]);
    expect(report).toContain(`agent "Guide"  ${ids.agent}`);
    expect(report).toContain('Would be added: 2 documents');
    expect(report).toContain('Nothing was written');
    expect(report).not.toContain('whsec_');
    expect(await countRows(target)).toEqual(before);
  });

  test('starts the process that checks schemas before its transaction, in which nobody else is served', async () => {
    const { sandboxes, database } = target.platform;
    const order: string[] = [];
    // The server's own work in the background has transactions as well.
    const importing = new AsyncLocalStorage<true>();
    const { run: check } = sandboxes.expressions;
    const { transaction } = database;
    const checks = vi.spyOn(sandboxes.expressions, 'run').mockImplementation(async (task, limits) => {
      const answer = await check(task, limits);
      order.push(task.kind);
      return answer;
    });
    const transactions = vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
      if (importing.getStore() === true) order.push('transaction');
      return transaction(work);
    });
    try {
      await importing.run(true, async () => run(target, 'import', file, '--dry-run'));
    } finally {
      checks.mockRestore();
      transactions.mockRestore();
    }
    expect(order.slice(0, 2)).toEqual(['compile', 'transaction']);
    // Nobody reads the warnings of an import.
    expect(order).not.toContain('syntax');
  });
});

describe('an import into a workspace without any of it', () => {
  let imported: CommandResult;
  beforeAll(async () => {
    imported = await run(target, 'import', file);
    // The documents are processed here, too.
    await eventually(async () => {
      const documents = (await list(target, '/documents')).filter((one) => one['source_id'] === null);
      return documents.every(({ status }) => status === 'ready') && documents.length === 2 ? true : undefined;
    });
  });

  test('creates everything with new ids and mapped references', async () => {
    const { text: report, code } = imported;
    expect([report, code]).toEqual([expect.stringMatching(/^Created:\n/), 0]);
    expect(report).toMatch(/trigger "hook" {2}http\S+\/hooks\/trg_\w+ with the secret whsec_/);
    expect(report).not.toMatch(/another slug|undefined/);
    expect(report).toContain('agent "Guide"  tools[2].request.headers.X-Key');
    expect(report).toMatch(/chat interface "Desk" {2}identity secret \S{20,}/);

    const base = await findNamed(target, '/knowledge-bases', 'Birds');
    const agent = await findNamed(target, '/agents', 'Guide');
    const [caller, called] = [
      await findNamed(target, '/workflows', 'Caller'),
      await findNamed(target, '/workflows', 'Called'),
    ];
    expect(new Set([base.id, agent.id, caller.id, called.id]).isDisjointFrom(new Set(Object.values(ids)))).toBe(true);
    expect(base).toMatchObject({ chunk_size: 300 });
    expect(agent).toMatchObject({ slug: 'guide', knowledge_base_ids: [base.id] });
    expect(agent.tools).toMatchObject([
      { name: 'current_time' },
      { name: 'call', workflow_id: caller.id },
      { name: 'look_up', request: { url: 'https://api.example.com/', headers: {} } },
    ]);
    expect(caller.definition.nodes).toMatchObject([
      {
        config: {
          url: 'https://api.example.com/items?api_key=&api-key=&key=&sig=&page=2',
          headers: { Accept: 'application/json' },
        },
      },
      { config: { workflow_id: called.id } },
    ]);
    expect(caller.definition.nodes[0].config.query).toEqual({ keys: 'a', author: 'b', page: 2 });
    expect(called.definition.nodes).toMatchObject([
      { config: { agent_id: agent.id } },
      { config: { workflow_id: caller.id } },
      { type: 'code' },
    ]);
    expect(await findNamed(target, '/triggers', 'nightly')).toMatchObject({
      workflow_id: caller.id,
      schedule: { cron: '0 3 * * *', timezone: 'Europe/Berlin' },
    });
    expect(await findNamed(target, '/chat-interfaces', 'Desk')).toMatchObject({
      slug: 'bundled-desk',
      agent_id: agent.id,
      locale: 'de',
    });
    expect(await findNamed(target, '/form-interfaces', 'Ask')).toMatchObject({ workflow_id: caller.id });
    const personas = (await call(target, 'GET', '/api/personas?per_page=100')).body.data;
    expect(personas.filter(({ name }: { name: string }) => name === 'Scout')).toMatchObject([
      { agentId: agent.id, integrations: [{ knowledge_base_id: base.id }] },
    ]);
    expect(await list(target, `/knowledge-bases/${base.id}/sources`)).toMatchObject([
      { type: 'urls', urls: ['http://127.0.0.1:9/'], headers: {} },
    ]);
    const documents = await list(target, `/knowledge-bases/${base.id}/documents`);
    expect(documents.map(({ name }) => name)).toEqual(expect.arrayContaining(['Herons', 'storks.md']));
    const query = { query: 'Where do storks nest?' };
    const passages = (await call(target, 'POST', `/api/v1/knowledge-bases/${base.id}/query`, { body: query })).body
      .data;
    expect(JSON.stringify(passages)).toContain('Storks nest on roofs.');
    const entries = await list(target, '/audit-log');
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'workflow.created',
        actor: expect.objectContaining({ type: 'system' }),
        resource: expect.objectContaining({ name: 'Caller' }),
      }),
    );
  });

  test('finds everything there the next time, and changes nothing', async () => {
    const before = await countRows(target);
    const { text: report, code } = await run(target, 'import', file);
    expect(code).toBe(0);
    expect(report).toMatch(/^Already there:\n/);
    expect(report).not.toContain('Created:');
    expect(await countRows(target)).toEqual(before);
  });

  describe('after a change', () => {
    beforeAll(async () => {
      const { id } = await findNamed(target, '/agents', 'Guide');
      await call(target, 'PATCH', `/api/v1/agents/${id}`, { body: { system_prompt: 'Changed here.' } });
    });

    test('lists every conflict, and imports nothing', async () => {
      expect(await findNamed(target, '/agents', 'Guide')).toMatchObject({ system_prompt: 'Changed here.' });
      const before = await countRows(target);
      const refused = await run(target, 'import', file);
      expect(refused.code).toBe(1);
      expect(refused.text).toContain('Nothing was imported');
      expect(refused.text).toContain('agent "Guide": slug is taken');
      expect(refused.text).toContain('agent "Guide": the slug is "guide"; --rename gives it another one');
      expect(refused.text).toContain('chat interface "Desk": uses the agent "Guide", which can\'t be imported');
      expect(await countRows(target)).toEqual(before);
    });

    describe('with --rename', () => {
      let renamed: CommandResult;
      beforeAll(async () => {
        renamed = await run(target, 'import', file, '--rename');
      });

      test('takes other slugs', async () => {
        expect([renamed.text, renamed.code]).toEqual([expect.stringContaining('agent "Guide"  guide -> guide-2'), 0]);
        expect(renamed.text).toContain('chat interface "Desk"  bundled-desk -> bundled-desk-2');
        expect(renamed.text).toMatch(/Already there:\n {2}knowledge base "Birds"/);
        expect((await list(target, '/agents')).filter(({ name }) => name === 'Guide')).toHaveLength(2);
      });

      test('finds those that have another slug since, and changes nothing, the next time', async () => {
        const before = await countRows(target);
        const again = await run(target, 'import', file, '--rename');
        expect([again.text, again.code]).toEqual([expect.stringMatching(/^Already there:\n/), 0]);
        expect(again.text).not.toMatch(/Created:|another slug|Secrets/);
        const desk = (await list(target, '/chat-interfaces')).find(({ slug }) => slug === 'bundled-desk-2');
        expect(again.text).toContain(`chat interface "Desk"  ${desk?.['id']}`);
        expect(await countRows(target)).toEqual(before);
      });
    });
  });

  test('needs a bundle, and the name of a workspace if there are several', async () => {
    expect(await run(target, 'import', pathOf('none.zip'))).toMatchObject({ code: 1 });
    expect((await run(target, 'import', '/dev/null')).text).toMatch(/is not a bundle/);
    expect(await run(target, 'import')).toMatchObject({ code: 2 });
    expect((await runCommand(target.platform, ['workspace', 'create', 'Second'])).code).toBe(0);
    expect(await run(target, 'import', file)).toMatchObject({
      code: 1,
      text: expect.stringContaining('several workspaces'),
    });
    // Slugs of interfaces are unique in the installation, those of agents in a workspace.
    const elsewhere = await run(target, 'import', file, '--workspace', 'Second', '--dry-run');
    expect(elsewhere.text).toContain('chat interface "Desk": slug is taken');
    expect(elsewhere.text).not.toContain('agent "Guide"');
    expect((await run(target, 'import', file, '--workspace', 'Second', '--rename')).code).toBe(0);
    const before = await countRows(target);
    const again = await run(target, 'import', file, '--workspace', 'Second', '--rename');
    expect([again.text, again.code]).toEqual([expect.not.stringContaining('Created:'), 0]);
    expect(await countRows(target)).toEqual(before);
  });

  const listStored = async () => {
    const folder = join(target.platform.config.dataDir, 'files');
    return (await readdir(folder, { recursive: true }))
      .filter((name) => name.includes('/'))
      .map((name) => basename(name));
  };

  test('keeps the bytes of each document that it has added, and no others', async () => {
    const { sql } = target.platform.database;
    expect(await sql`SELECT key FROM files_to_remove`).toEqual([]);
    expect((await listStored()).toSorted()).toEqual(await listStorageKeys(sql));
  });

  test('leaves no bytes in the storage or on the machine if its process dies', async () => {
    const { config, database, storage } = target.platform;
    const count = async () => (await listStored()).length;
    const before = await count();
    const opened = await openBundle(file);
    await stageDocuments(opened, target.platform, false);
    opened.close();
    expect(await count()).toBeGreaterThan(before);
    await removeLeftFiles(target.platform);
    expect(await count()).toBeGreaterThan(before);
    await database.sql`UPDATE files_to_remove SET due_at = now()`;
    await removeLeftFiles(target.platform);
    expect(await count()).toBe(before);
    // The next start removes what is older than a day.
    const local = await readdir(storage.incoming);
    expect(local).toHaveLength(1);
    await utimes(join(storage.incoming, ...local), 0, 0);
    (await createStorage(config)).close();
    expect(await readdir(storage.incoming)).toEqual([]);
  });

  test('works on the command line while no server is running', async () => {
    const environment = { DATA_DIR: join(folder, 'data'), OUTBOUND_ALLOW: '127.0.0.1:9' };
    const portico = async (...words: string[]) => spawnPortico(environment, words, folder);
    expect(await portico('workspace', 'create', 'First')).toMatchObject({ code: 0 });
    const refused = await runPortico(environment, ['bundle', 'import', 'plain.zip', '--workspace', 'None'], folder);
    expect(refused).toMatchObject({ code: 1, error: 'There is no workspace None.\n' });
    const imported = await portico('bundle', 'import', '--workspace', 'First', 'plain.zip');
    expect([imported.error, imported.code]).toEqual(['', 0]);
    expect(imported.out).toContain('workflow "Called"');
    const again = await portico('bundle', 'export', 'copy.zip', '--workspace', 'First');
    expect([again.error, again.out]).toEqual([
      '',
      expect.stringMatching(/copy\.zip: 1 knowledge base, 1 agent, 2 workflows/),
    ]);
    // Three processes, each of which starts the database.
  }, 360_000);
});
