import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { call } from './client.ts';
import { startWithDoubles } from './start-with-doubles.ts';
import { workflowRuns } from './workflow-runs.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const { save, execute, reached } = workflowRuns(() => server);

/** Downloads both formats of a list; they contain the same rows in the same order. */
async function download(path: string, query = '') {
  const get = async (format: string) =>
    fetch(`${server.url}${path}?format=${format}${query}`, { headers: { 'X-API-Key': server.apiKey } });
  const [table, lines] = [await get('csv'), await get('jsonl')];
  expect([table.status, lines.status]).toEqual([200, 200]);
  expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(table.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+\.csv"$/);
  const bytes = Buffer.from(await table.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const { data, errors } = Papa.parse<Record<string, string>>(bytes.subarray(3).toString(), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  const records = (await lines.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { rows: data, records };
}

const idsOf = (rows: readonly { id?: string }[]) => rows.map(({ id }) => id);

async function refuse(path: string, query: string) {
  const { status, body } = await call(server, 'GET', `${path}?${query}`);
  expect([query, status, body.error?.code]).toEqual([query, 400, 'validation_error']);
}

async function lastExport() {
  return (await call(server, 'GET', '/api/v1/audit-log?action=export.created&per_page=1')).body.data[0];
}

describe('the export of executions', () => {
  it('contains every execution that matches, in batches, and no formula', async () => {
    const definition = {
      nodes: [{ id: 'text', type: 'template', config: { text: '@SUM({{ inputs.at }})' } }],
      edges: [],
      outputs: { text: '{{ nodes.text.outputs.text }}' },
    };
    const name = '=HYPERLINK("https://evil.example")';
    const workflowId = await save(definition, { name });
    const count = 21;
    for (let at = 0; at < count; at += 1) await reached(await execute(workflowId, { at }));
    const { rows, records } = await download('/api/v1/executions/export', `&workflow_id=${workflowId}`);
    expect(records.map(({ inputs }: { inputs: { at: number } }) => inputs.at)).toEqual(
      Array.from({ length: count }, (_, at) => count - 1 - at),
    );
    expect(idsOf(rows)).toEqual(idsOf(records));
    const shown = (await call(server, 'GET', `/api/v1/executions/${rows[0]?.['id']}`)).body.data;
    expect(records[0]).toEqual(shown);
    expect(rows[0]).toMatchObject({ workflow_name: `'${name}`, outputs: '{"text":"@SUM(20)"}' });
    expect((await download('/api/v1/executions/export', '&status=failed')).rows).toEqual([]);
    await refuse('/api/v1/executions/export', 'format=xml');
    await refuse('/api/v1/executions/export', 'status=nonsense');
    await refuse('/api/v1/executions/export', 'from=2026-02-01&to=2026-01-01');
    expect(await lastExport()).toMatchObject({
      actor: { type: 'api_key' },
      resource: { type: 'export', name: 'executions' },
      changes: { format: { after: 'jsonl' }, status: { after: 'failed' } },
    });
  });
});

describe('the export of the audit log', () => {
  it('contains every entry that matches, in batches', async () => {
    const [workspace] = await server.platform.database.sql<{ id: string }[]>`SELECT id FROM workspaces`;
    await server.platform.database.sql`
      INSERT INTO audit_log (id, workspace_id, actor_type, actor_id, actor_name, action, resource_type, resource_id,
        resource_name, changes)
      SELECT 'aud_' || lpad(n::text, 26, '0'), ${workspace?.id ?? ''}, 'system', 'system', 'Portico', 'agent.updated',
        'agent', 'agt_many', '=1+1', '{"name": {"before": "a", "after": "b"}}' FROM generate_series(1, 401) n`;
    const { rows, records } = await download('/api/v1/audit-log/export', '&resource_id=agt_many');
    expect(new Set(idsOf(rows)).size).toBe(401);
    expect([idsOf(rows)[0], idsOf(rows).at(-1)]).toEqual(['401', '1'].map((n) => `aud_${n.padStart(26, '0')}`));
    expect(idsOf(rows)).toEqual(idsOf(records));
    expect(rows[0]).toMatchObject({ resource_name: "'=1+1", changes: '{"name":{"after":"b","before":"a"}}' });
    expect(records[0]).toMatchObject({ actor: { type: 'system' }, resource: { id: 'agt_many' } });
    expect(await lastExport()).toMatchObject({ resource: { name: 'audit-log' } });
  });
});

describe('the export of conversations', () => {
  it('contains every conversation that matches the filters of the list', async () => {
    const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
    const body = { name: 'Chat', slug: 'exported-chat', agent_id: agent.id };
    expect((await call(server, 'POST', '/api/v1/chat-interfaces', { body })).status).toBe(201);
    const base = '/api/public/chat-interfaces/exported-chat/sessions';
    const ids: string[] = [];
    for (const content of ['Where is my parcel?', 'Do you sell boats?', 'Another parcel']) {
      const session = (await call(server, 'POST', base, { key: null, body: { locale: 'de' } })).body.data;
      const headers = { Authorization: `Bearer ${session.token}` };
      await call(server, 'POST', `${base}/${session.id}/messages`, { key: null, headers, body: { content } });
      ids.unshift(session.threadId.replace('thr_', 'cnv_'));
    }
    const path = `/api/v1/conversations/${ids[0]}`;
    await call(server, 'PATCH', path, { body: { subject: '=1+1', tags: ['vip', 'late'] } });
    const { rows, records } = await download('/api/v1/conversations/export');
    expect(idsOf(rows)).toEqual(ids);
    expect(idsOf(records)).toEqual(ids);
    expect(records[0]).toEqual((await call(server, 'GET', path)).body.data);
    expect(rows[0]).toMatchObject({
      subject: "'=1+1",
      tags: 'vip, late',
      locale: 'de',
      status: 'bot',
      interface: 'Chat',
    });
    const found = async (query: string) => idsOf((await download('/api/v1/conversations/export', query)).rows);
    expect(await found('&q=parcel')).toEqual([ids[0], ids[2]]);
    expect(await found('&tag=vip')).toEqual([ids[0]]);
    expect(await found('&tag=vip&status=closed')).toEqual([]);
    expect(await found('&assignee=me')).toEqual([]);
    expect(await lastExport()).toMatchObject({ resource: { name: 'conversations' } });
    await refuse('/api/v1/conversations/export', 'csat=6');
    await refuse('/api/v1/conversations/export', 'page=2');
  });
});
