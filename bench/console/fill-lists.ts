import { tidyTables } from '../../server/src/platform/tidy-tables.ts';
import type { ServerUnderTest } from '../../server/test/start-server.ts';
import { call } from '../../server/test/client.ts';

/** The owner of the lists. */
export type Owners = Record<'agent' | 'workflow' | 'base' | 'source' | 'run' | 'chat' | 'form' | 'webhook', string>;

/** Creates the owners of lists, and this many rows of each list, with different states and times. */
export async function fillLists(server: ServerUnderTest, rows: number): Promise<Owners> {
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await call(server, 'POST', `/api/v1${path}`, { body });
    if (answer.status !== 201)
      throw new Error(`POST ${path} responded with ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.data.id;
  };
  const agent = await create('/agents', { name: 'Bench' });
  const node = { id: 'greet', type: 'template', config: { text: 'Hello' } };
  const workflow = await create('/workflows', { name: 'Bench', definition: { nodes: [node], outputs: {} } });
  const base = await create('/knowledge-bases', { name: 'Bench' });
  const chat = await create('/chat-interfaces', { name: 'Bench', slug: 'bench', agent_id: agent });
  const form = await create('/form-interfaces', {
    title: 'Bench',
    slug: 'bench',
    target_type: 'agent',
    agent_id: agent,
  });
  const webhook = await create('/webhooks', { name: 'Bench', url: 'https://example.com/', event_types: ['*'] });
  const owners = { agent, workflow, base, source: 'src_bench', run: 'run_bench', chat, form, webhook };
  const { sql, embedded, transaction } = server.platform.database;
  const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM agents WHERE id = ${agent}`;
  const values = { ...owners, workspace: row?.workspace_id ?? '', rows: String(rows) };
  await transaction(async (tx) => {
    // Only the number of rows matters here, not their references.
    await tx.unsafe('SET LOCAL session_replication_role = replica');
    for (const statement of statements) {
      await tx.unsafe(statement.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name]));
    }
  });
  if (embedded) await tidyTables(sql);
  else await sql`VACUUM ANALYZE`;
  return owners;
}

const numbers = `generate_series(1, {rows}) AS n`;
/** A source has 10,000 pages at most. */
const pageNumbers = `generate_series(1, least({rows}, 10000)) AS n`;
const id = (prefix: string) => `'${prefix}_bench' || lpad(n::text, 8, '0')`;
const time = `now() - ({rows} - n) * interval '20 seconds'`;
const oneOf = (...values: string[]) => `(ARRAY['${values.join(`','`)}'])[1 + n % ${values.length}]`;

const statements = [
  `INSERT INTO threads (id, workspace_id, agent_id, title, metadata, created_at, outcome)
   SELECT ${id('thr')}, '{workspace}', '{agent}', 'Thread ' || n, '{}', ${time}, ${oneOf('answered', 'unanswered', 'unsure')}
   FROM ${numbers}`,
  `INSERT INTO chat_visitors (id, workspace_id, interface_id, visitor_id, user_name, created_at)
   SELECT ${id('vis')}, '{workspace}', '{chat}', 'v' || n, 'Visitor ' || n, ${time} FROM ${numbers}`,
  `INSERT INTO chat_sessions (id, workspace_id, interface_id, visitor, thread_id, token_hash, metadata, created_at, ends_at)
   SELECT ${id('ses')}, '{workspace}', '{chat}', ${id('vis')}, ${id('thr')}, sha256(n::text::bytea), '{}', ${time}, now()
   FROM ${numbers}`,
  `INSERT INTO conversations (id, thread_id, workspace_id, agent_id, interface_id, interface_name, interface_slug, visitor_id,
     status, tags, unanswered_count, created_at, updated_at, is_indexed)
   SELECT ${id('cnv')}, ${id('thr')}, '{workspace}', '{agent}', '{chat}', 'Bench', 'bench', 'v' || n,
     ${oneOf('bot', 'waiting', 'human', 'closed')}, ARRAY[${oneOf('sales', 'help')}], n % 3, ${time}, ${time}, true FROM ${numbers}`,
  `INSERT INTO conversation_tags (conversation_id, tag, workspace_id, updated_at)
   SELECT ${id('cnv')}, ${oneOf('sales', 'help')}, '{workspace}', ${time} FROM ${numbers}`,
  `INSERT INTO conversation_words (conversation_id, key, words)
   SELECT ${id('cnv')}, 'message', array_to_tsvector(ARRAY['{workspace}', 'harbour', 'w' || n % 100]) FROM ${numbers}`,
  `INSERT INTO question_groups (id, workspace_id, state, question, terms, term_hashes, count, last_asked_at)
   SELECT ${id('que')}, '{workspace}', ${oneOf('unanswered', 'unsure', 'answered')}, 'Question ' || n, '{}', '{}', 1 + n % 50,
     ${time} FROM ${numbers}`,
  `INSERT INTO grouped_questions (message_id, workspace_id, group_id, agent_id, interface_id, question, asked_at)
   SELECT ${id('msg')}, '{workspace}', ${id('que')}, '{agent}', '{chat}', 'Question ' || n, ${time} FROM ${numbers}`,
  `INSERT INTO interface_questions (group_id, interface_id, workspace_id, state, count, last_asked_at)
   SELECT ${id('que')}, '{chat}', '{workspace}', ${oneOf('unanswered', 'unsure', 'answered')}, 1, ${time} FROM ${numbers}`,
  `INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids, extraction_mode,
     submitted_at)
   SELECT ${id('sub')}, '{workspace}', '{form}', ${oneOf('completed', 'completed', 'completed', 'failed')}, 'Message ' || n,
     '{}', '{}', '{}', 'text', ${time} FROM ${numbers}`,
  `INSERT INTO documents (id, workspace_id, knowledge_base_id, name, source, mode, metadata, identity, status, edition,
     search_edition, created_at)
   SELECT ${id('doc')}, '{workspace}', '{base}', 'Document ' || n, 'text', 'markdown', '{}', sha256(n::text::bytea),
     ${oneOf('ready', 'ready', 'ready', 'failed')}, 0, 0, ${time} FROM ${numbers}`,
  `INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, status, inputs, max_duration_s,
     created_at)
   SELECT ${id('exe')}, '{workspace}', '{workflow}', 1, 'Bench', ${oneOf('completed', 'completed', 'completed', 'failed')},
     '{}', 60, ${time} FROM ${numbers}`,
  `INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status, attempts, created_at)
   SELECT ${id('dlv')}, '{workspace}', '{webhook}', 'execution.completed', '{}',
     ${oneOf('success', 'success', 'success', 'failed')}, 1, ${time} FROM ${numbers}`,
  `INSERT INTO audit_log (id, workspace_id, at, actor_type, actor_id, actor_name, action, resource_type, resource_id, resource_name)
   SELECT ${id('aud')}, '{workspace}', ${time}, 'system', 'system', 'System', ${oneOf('agent.updated', 'agent.created')},
     'agent', '{agent}', 'Bench' FROM ${numbers}`,
  `INSERT INTO sources (id, workspace_id, knowledge_base_id, type, url, urls, include, exclude, max_pages, max_depth,
     respect_robots, refresh, status)
   VALUES ('{source}', '{workspace}', '{base}', 'website', 'https://example.com/', '[]', '[]', '[]', 1000, 5, true, 'never', 'idle')`,
  `INSERT INTO source_runs (id, workspace_id, source_id, status, finished_at)
   VALUES ('{run}', '{workspace}', '{source}', 'completed', now())`,
  `INSERT INTO source_pages (id, workspace_id, source_id, url, url_hash, title, status, depth)
   SELECT ${id('pag')}, '{workspace}', '{source}', 'https://example.com/' || n % 100 || '/' || n, sha256(n::text::bytea),
     'Page ' || n, ${oneOf('ready', 'ready', 'ready', 'failed')}, 1 FROM ${pageNumbers}`,
  `INSERT INTO source_changes (run_id, url, change)
   SELECT '{run}', 'https://example.com/' || n, 'created' FROM ${pageNumbers}`,
];
