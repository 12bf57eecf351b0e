import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { formRuns } from '../../../../test/form-runs.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';
import { storeMissingWords } from './submission-words.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { create, upload, submit, run } = formRuns(
  () => server,
  workflowRuns(() => server),
);

async function createForm() {
  const form = await create({ nodes: [text('one', '1')] });
  const fields = [
    { name: 'email', label: 'E-mail' },
    { name: 'berths', label: 'Berths', type: 'multiselect', options: ['North quay', 'South quay'] },
  ];
  await call(server, 'PATCH', `/api/v1/form-interfaces/${form.id}`, { body: { fields } });
  const list = async (query: string) => (await call(server, 'GET', `${form.owned}?${query}`)).body;
  const find = async (q: string): Promise<string[]> =>
    (await list(`q=${encodeURIComponent(q)}`)).data.map(({ id }: { id: string }) => id);
  return { ...form, list, find };
}

test('a search finds the words of messages and answers, and the names of files and addresses', async () => {
  const form = await createForm();
  const other = await createForm();
  const { fileRef } = (await upload(form.base)).body.data;
  const first = await submit(form.base, {
    message: 'The mast of our Größe “Grey Heron” is broken.',
    inputs: { email: 'ada.lovelace@example.com', berths: ['North quay'] },
    files: [fileRef],
  });
  const second = await submit(form.base, {
    message: 'Which berth is free?',
    inputs: { email: 'bob@example.com' },
    urls: ['https://boats.example/marlin'],
  });
  await submit(other.base, { message: 'The mast is broken.' });

  for (const words of ['broken MAST', 'größe', 'grey her', 'ada.lovelace@exa', 'north quay', 'notes.txt']) {
    expect([words, await form.find(words)]).toEqual([words, [first]]);
  }
  expect(await form.find('boats.example/marlin')).toEqual([second]);
  expect(await form.find('example')).toEqual([second, first]);
  for (const words of ['unknown', 'mast free', 'email', '…', "' | \\ :* !"]) {
    expect([words, await form.find(words)]).toEqual([words, []]);
  }
  const { pagination } = await form.list('q=example&per_page=1&page=2');
  expect(pagination.total_count).toBe(2);
  expect((await form.list('q=example&to=2020-01-01T00:00:00Z')).data).toEqual([]);

  const { body: table } = await call(server, 'GET', `${form.owned}/export?q=heron`);
  expect([first, second].map((id) => String(table).includes(id))).toEqual([true, false]);
  const audit = await call(server, 'GET', '/api/v1/audit-log?action=export.created');
  expect(audit.body.data).not.toEqual([]);
  expect(JSON.stringify(audit.body.data)).not.toContain('heron');
});

test('a submission of an older version is found before and after its words are stored, and so is a rerun', async () => {
  const form = await createForm();
  const { id } = await run(form.base, { message: 'A leaking hull', inputs: { email: 'kim@example.com' } });
  const { sql } = server.platform.database;
  await sql`DELETE FROM submission_words WHERE submission_id = ${id}`;
  await sql`UPDATE form_submissions SET has_words = false WHERE id = ${id}`;
  for (const words of ['leaking hull', 'kim@example.com']) expect(await form.find(words)).toEqual([id]);
  await storeMissingWords(server.platform);
  const [row] = await sql<{ has_words: boolean }[]>`SELECT has_words FROM form_submissions WHERE id = ${id}`;
  expect(row).toEqual({ has_words: true });
  for (const words of ['hull leaking', 'kim@exam']) expect(await form.find(words)).toEqual([id]);

  const again = (await call(server, 'POST', `${form.owned}/${id}/rerun`)).body.data.id;
  expect(await form.find('hull')).toEqual([again, id]);
});

test('a submission whose words can’t be stored does not delay the others', async () => {
  const form = await createForm();
  const { id: bad } = await run(form.base, { message: 'A leaking hull' });
  const { id: good } = await run(form.base, { message: 'A broken mast' });
  const { sql } = server.platform.database;
  await sql`DELETE FROM submission_words WHERE submission_id = ANY(${[bad, good]}::text[])`;
  await sql`UPDATE form_submissions SET has_words = false WHERE id = ANY(${[bad, good]}::text[])`;
  await sql.unsafe(`ALTER TABLE submission_words ADD CONSTRAINT refused CHECK (submission_id <> '${bad}')`);
  await storeMissingWords(server.platform);
  const wordless = await sql`SELECT id FROM form_submissions WHERE NOT has_words`;
  await sql`ALTER TABLE submission_words DROP CONSTRAINT refused`;
  expect(wordless).toEqual([{ id: bad }]);
});
