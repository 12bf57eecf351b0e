import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

async function createForm(...names: string[]): Promise<{ id: string; slug: string }> {
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Clerk' } });
  const form = await call(server, 'POST', '/api/v1/form-interfaces', {
    body: {
      title: 'Berths',
      target_type: 'agent',
      agent_id: agent.body.data.id,
      fields: [
        { name: 'boat', label: 'Boat' },
        { name: 'constructor', label: 'Builder' },
        ...names.map((name) => ({ name, label: name })),
      ],
    },
  });
  expect(form.status).toBe(201);
  return form.body.data;
}

/** Stores submissions in their state after processing. */
async function store(form: { id: string }, count: number, of: (at: number) => { message: string; boat: string }) {
  const { sql } = server.platform.database;
  const [{ workspace_id: workspaceId } = { workspace_id: '' }] = await sql<{ workspace_id: string }[]>`
    SELECT workspace_id FROM form_interfaces WHERE id = ${form.id}`;
  const rows = Array.from({ length: count }, (_, at) => ({
    id: `sub_${form.id.slice(-8)}${String(at).padStart(6, '0')}`,
    at: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 3) * 1_000).toISOString(),
    ...of(at),
  }));
  await sql`
    INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids, extraction_mode,
      output, submitted_at)
    SELECT id, ${workspaceId}, ${form.id}, 'completed', message, json_build_object('boat', boat, 'old', 'x'), '{}', '{}',
      'text', 'Done', at::timestamptz
    FROM jsonb_to_recordset(${sql.json(rows)}) AS r (id text, at text, message text, boat text)`;
}

test('every submission is in the table once, newest first, and no field is run as a formula', async () => {
  const form = await createForm();
  const hostile = ['=HYPERLINK("https://evil.example")', '@SUM(A1)', '\t=1+1', '-2+3', '+49 170 123', 'a,"b"\nc'];
  await store(form, 1_001, (at) => ({ message: hostile[at % hostile.length] ?? '', boat: `Boat ${at}` }));
  const answer = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions/export`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${form.slug}.csv"`);
  const { data, errors } = Papa.parse<Record<string, string>>(String(answer.body).replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(new Set(data.map(({ id }) => id)).size).toBe(1_001);
  const times = data.map(({ submitted_at: at = '' }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set(data.map(({ message }) => message))).toEqual(
    new Set([`'=HYPERLINK("https://evil.example")`, "'@SUM(A1)", "\t'=1+1", "'-2+3", '+49 170 123', 'a,"b"\nc']),
  );
  expect(data[0]).toMatchObject({
    status: 'completed',
    boat: 'Boat 1000',
    other_inputs: '{"old":"x"}',
    output: 'Done',
    preview: 'false',
  });
});

test('a period and JSON Lines, within the caller’s workspace only', async () => {
  const form = await createForm();
  await store(form, 9, (at) => ({ message: `Number ${at}`, boat: 'Gull' }));
  const path = `/api/v1/form-interfaces/${form.id}/submissions/export`;
  const lines = await fetch(`${server.url}${path}?format=jsonl&from=2026-01-01T00:00:01Z&to=2026-01-01T00:00:02Z`, {
    headers: { 'X-API-Key': server.apiKey },
  });
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const records = (await lines.text())
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(records).toHaveLength(3);
  expect(records[0]).toMatchObject({ message: 'Number 5', inputs: { boat: 'Gull' }, execution_status: 'completed' });
  expect((await call(server, 'GET', `${path}?from=2026-02-01&to=2026-01-01`)).status).toBe(400);
  expect((await call(server, 'GET', '/api/v1/form-interfaces/fi_unknown/submissions/export')).status).toBe(404);
});

test('only submissions in a state, as in the list', async () => {
  const form = await createForm();
  await store(form, 4, (at) => ({ message: `Number ${at}`, boat: 'Gull' }));
  const { sql } = server.platform.database;
  await sql`UPDATE form_submissions SET status = 'failed' WHERE interface_id = ${form.id} AND message = 'Number 2'`;
  const path = `/api/v1/form-interfaces/${form.id}/submissions/export`;
  const { body } = await call(server, 'GET', `${path}?status=failed`);
  expect(Papa.parse(String(body).replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data).toMatchObject([
    { message: 'Number 2', status: 'failed' },
  ]);
  expect((await call(server, 'GET', `${path}?status=lost`)).status).toBe(400);
});

test('no column has the name of another one', async () => {
  const form = await createForm('status', 'id', 'error');
  const body = { inputs: { boat: 'Kestrel', status: 'sailing', id: 'K-17' } };
  const sent = await call(server, 'POST', `/api/public/form-interfaces/${form.slug}/submissions`, { key: null, body });
  const answer = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions/export`);
  const { data, meta } = Papa.parse(String(answer.body).replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true });
  expect(meta.renamedHeaders ?? {}).toEqual({});
  expect(data).toMatchObject([
    { id: sent.body.data.id, boat: 'Kestrel', 'inputs.status': 'sailing', 'inputs.id': 'K-17', 'inputs.error': '' },
  ]);
});

test('a field that was not filled in is empty, even under a name that every object has', async () => {
  const form = await createForm();
  const body = { message: 'A berth, please', inputs: { boat: 'Kestrel' } };
  const sent = await call(server, 'POST', `/api/public/form-interfaces/${form.slug}/submissions`, { key: null, body });
  expect(sent.body.error).toBeUndefined();
  const answer = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions/export`);
  const { data } = Papa.parse(String(answer.body).replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true });
  expect(data).toMatchObject([{ boat: 'Kestrel', constructor: '' }]);
});

test('the columns can have the labels of the fields, each of which is in one of them only', async () => {
  const form = await createForm('status');
  const fields = [
    { name: 'boat', label: 'Which boat?' },
    { name: 'ship', label: 'Which boat?' },
    { name: 'sum', label: '=1+1' },
    { name: 'output', label: 'output' },
    { name: 'other', label: 'Which boat? (boat)' },
  ];
  await call(server, 'PATCH', `/api/v1/form-interfaces/${form.id}`, { body: { fields } });
  const body = { inputs: { boat: 'Kestrel', ship: 'Gull', sum: '2', other: 'Heron' } };
  await call(server, 'POST', `/api/public/form-interfaces/${form.slug}/submissions`, { key: null, body });
  const path = `/api/v1/form-interfaces/${form.id}/submissions/export`;
  const answer = await call(server, 'GET', `${path}?columns=labels`);
  const { data, meta } = Papa.parse(String(answer.body).replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true });
  expect(meta.renamedHeaders ?? {}).toEqual({});
  expect(data).toMatchObject([
    { 'Which boat? (boat)': 'Kestrel', 'Which boat? (ship)': 'Gull', 'Which boat? (boat) (other)': 'Heron' },
  ]);
  expect(data).toMatchObject([{ "'=1+1": '2', 'output (output)': '' }]);
  expect((await call(server, 'GET', `${path}?columns=titles`)).status).toBe(400);
});
