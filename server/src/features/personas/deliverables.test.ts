import Papa from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { makePng } from './pdf/testing.ts';
import { makePersona, promptOf, startTask, waitFor } from '../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';

const { server, model } = await startWithDoubles();
beforeEach(() => {
  model.always({ text: 'Done.' });
});

const write = (name: string, content: string) => ({ name: 'write_deliverable', arguments: { name, content } });

async function run(deliverables: object[], fields: Record<string, unknown> = {}): Promise<string> {
  const persona = await makePersona(server, { sopSteps: ['Write'], deliverables, ...fields });
  const { id } = await startTask(server, persona.id);
  return id;
}

async function filesOf(id: string, query = '') {
  const { status, body } = await call(server, 'GET', `/api/personas/instances/${id}/deliverables${query}`);
  expect(status).toBe(200);
  return body.data;
}

async function download(file: { downloadUrl: string }): Promise<{ type: string | null; name: string; bytes: Buffer }> {
  const { pathname, search } = new URL(file.downloadUrl);
  const response = await fetch(server.url + pathname + search);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const name = response.headers.get('content-disposition') ?? '';
  return { type: response.headers.get('content-type'), name, bytes };
}

const report = `# Rapport: Ærø, Łódź, Ελλάδα, Россия

Příliš žluťoučký kůň, **bold**, *italic*, \`code\` and [a link](https://example.org/).

## 简体中文、日本語、한국어

| Company | Revenue |
|---|--:|
| Ελληνική ΑΕ | 7 |
| ООО «Привет» | 1,250.75 |

\`\`\`ts
const answer = 42;
\`\`\`

![chart](data:image/png;base64,${makePng(60, 20).toString('base64')})

${'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(200)}`;

test('a PDF has its headings, tables, code, image, page numbers, and letters of many scripts from embedded fonts', async () => {
  model.reply({ toolCalls: [write('Report', report)] });
  const id = await run([{ name: 'Report', description: 'All of it', type: 'pdf', guaranteed: true }]);
  await waitFor(server, id, 'completed');
  const [file, ...others] = await filesOf(id);
  expect(others).toEqual([]);
  expect(file).toMatchObject({
    name: 'Report',
    description: 'All of it',
    type: 'pdf',
    fileName: 'report.pdf',
    version: 1,
  });
  const { type, bytes, name } = await download(file);
  expect(type).toBe('application/pdf');
  expect(name).toContain('report.pdf');
  expect(bytes.length).toBe(file.fileSize);
  const whole = bytes.toString('latin1');
  const fonts = new Set([...whole.matchAll(/\/FontName \/\w+\+([\w-]+)/g)].map(([, font]) => font));
  for (const font of ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSans-Oblique', 'DejaVuSansMono', 'Kosugi-Regular']) {
    expect(fonts).toContain(font);
  }
  expect([...whole.matchAll(/\/FontFile2 /g)].length).toBe(fonts.size);
  expect(whole).toContain('/Subtype /Image');
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  expect(totalPages).toBeGreaterThan(1);
  for (const words of [
    'Ærø, Łódź, Ελλάδα, Россия',
    'Příliš žluťoučký kůň',
    '简体中文、日本語、한국어',
    'Ελληνική ΑΕ',
    'ООО «Привет»',
    '1,250.75',
    'const answer = 42;',
    `1 / ${totalPages}`,
    `${totalPages} / ${totalPages}`,
  ]) {
    expect(text).toContain(words);
  }
});

test('a CSV follows RFC 4180 regardless of the contents of its cells, and contains no formula', async () => {
  const rows = [
    ['name', 'note', 'amount'],
    ['Ærø, "the island"', 'two\nlines', '-12.50'],
    ['=HYPERLINK("http://evil.example","x")', '@SUM(1)', '+47 22 33 44 55'],
    ['Ελλάδα', '-run', ''],
  ];
  model.reply({ toolCalls: [write('Table', Papa.unparse(rows))] });
  const id = await run([{ name: 'Table', type: 'csv', guaranteed: true }]);
  await waitFor(server, id, 'completed');
  const { type, bytes } = await download((await filesOf(id))[0]);
  expect(type).toContain('text/csv');
  const text = bytes.toString('utf8');
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(5);
  expect(Papa.parse(text.trimEnd()).data).toEqual([
    rows[0],
    rows[1],
    ['\'=HYPERLINK("http://evil.example","x")', "'@SUM(1)", '+47 22 33 44 55'],
    ['Ελλάδα', "'-run", ''],
  ]);
});

test('unsuitable content is refused with the reason, and the model can try again', async () => {
  model.reply(
    { toolCalls: [write('Table', 'a,b\n1,2,3')] },
    { toolCalls: [write('Other', 'x')] },
    { toolCalls: [write('Table', 'a,b\n1,2')] },
  );
  const id = await run([{ name: 'Table', type: 'csv', guaranteed: true }]);
  await waitFor(server, id, 'completed');
  expect(promptOf(model, 1)).toContain('Row 2 has 3 fields and the header has 2');
  expect(promptOf(model, 2)).toContain('name must be one of');
  expect(await filesOf(id)).toHaveLength(1);
});

test('a text that is nested too deeply for the parser is refused, or left as it is in Markdown', async () => {
  const deep = '>'.repeat(2000);
  const row = '| a | b |\n|---|---|\n| 1 | 2 |';
  model.reply(
    { toolCalls: [write('Paper', deep), write('Table', `${row}\n\n${deep}`), write('Notes', deep)] },
    { toolCalls: [write('Paper', 'Flat'), write('Table', row)] },
  );
  const id = await run(
    ['pdf', 'csv', 'markdown'].map((type, index) => ({
      name: ['Paper', 'Table', 'Notes'][index],
      type,
      guaranteed: true,
    })),
  );
  await waitFor(server, id, 'completed');
  expect(promptOf(model, 1).match(/Nothing was written. The content is nested too deeply./g)).toHaveLength(2);
  expect((await filesOf(id)).map(({ version }: { version: number }) => version)).toEqual([1, 1, 1]);
});

test('a table is not looked for in steps that are nested too deeply', async () => {
  model.reply({ text: '>'.repeat(2000) });
  const id = await run([{ name: 'Table', type: 'csv' }]);
  await waitFor(server, id, 'completed');
  expect(await filesOf(id)).toEqual([]);
});

test('writing again creates a new version; earlier versions are kept', async () => {
  model.reply(
    { toolCalls: [write('Notes', 'First'), write('Notes', 'Second')] },
    { toolCalls: [write('Notes', 'Third')] },
  );
  const id = await run([{ name: 'Notes', type: 'markdown' }]);
  await waitFor(server, id, 'completed');
  const [latest, ...rest] = await filesOf(id);
  expect(rest).toEqual([]);
  expect(latest).toMatchObject({ version: 3, fileName: 'notes-v3.md' });
  expect((await download(latest)).bytes.toString()).toBe('Third\n');
  const all = await filesOf(id, '?versions=all');
  expect(all.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  expect((await download(all[2])).bytes.toString()).toBe('First\n');
  const redirected = await fetch(`${server.url}/api/personas/instances/${id}/deliverables/${latest.id}/download`, {
    headers: { 'X-API-Key': server.apiKey },
  });
  expect([redirected.status, await redirected.text()]).toEqual([200, 'Third\n']);
  expect((await call(server, 'GET', `/api/personas/instances/${id}/deliverables/dlb_none/download`)).status).toBe(404);
});

test('a deliverable that no tool wrote is created from the texts of the steps, for CSV from a table in them', async () => {
  model.reply({ text: 'Sources:\n\n| a | b |\n|---|---|\n| 1 | 2 |' }, { text: '# Result\n\nIt is so.' });
  const id = await run(
    [
      { name: 'Summary', type: 'markdown', guaranteed: true },
      { name: 'Table', type: 'csv', guaranteed: true },
      { name: 'Paper', type: 'pdf' },
    ],
    { sopSteps: ['Find', 'Conclude'] },
  );
  await waitFor(server, id, 'completed');
  expect(model.calls).toHaveLength(2);
  const files = await filesOf(id);
  expect(files).toHaveLength(3);
  const contentOf = async (name: string) =>
    (await download(files.find((file: { name: string }) => file.name === name))).bytes.toString();
  expect(await contentOf('Summary')).toContain('## Conclude\n\n### Result\n\nIt is so.');
  expect(await contentOf('Table')).toBe('a,b\r\n1,2\r\n');
  expect(await contentOf('Paper')).toMatch(/^%PDF-/);
});

test('a missing guaranteed one is requested once; then the task completes, or fails with a reason', async () => {
  const table = [{ name: 'Table', type: 'csv', guaranteed: true }];
  model.reply({ text: 'No table here.' }, { text: '```csv\nname,count\nbee,3\n```' });
  const repaired = await run(table);
  await waitFor(server, repaired, 'completed');
  expect(promptOf(model, 1)).toContain('\\"Table\\" is missing');
  expect((await download((await filesOf(repaired))[0])).bytes.toString()).toBe('name,count\r\nbee,3\r\n');

  model.calls.length = 0;
  model.always({ text: 'I would rather not.' });
  const failed = await run(table);
  const task = await waitFor(server, failed, 'failed');
  expect(task.error.code).toBe('deliverable_missing');
  expect(task.error.message).toContain('"Table"');
  expect(model.calls).toHaveLength(2);
  expect(await filesOf(failed)).toEqual([]);

  const optional = await run([{ name: 'Table', type: 'csv', guaranteed: false }]);
  await waitFor(server, optional, 'completed');
  expect(await filesOf(optional)).toEqual([]);
});

test('a guaranteed file that is missing at the end is created again', async () => {
  model.reply({ toolCalls: [write('Notes', 'First')] }, { text: 'The end.', delayMs: 4000 });
  const id = await run([{ name: 'Notes', type: 'markdown', guaranteed: true }]);
  await expect.poll(async () => (await filesOf(id)).length).toBe(1);
  const [file] = await filesOf(id);
  await call(server, 'DELETE', `/api/v1/files/${new URL(file.downloadUrl).pathname.split('/').at(-1)}`);
  await waitFor(server, id, 'completed');
  const [anew] = await filesOf(id);
  expect((await download(anew)).bytes.toString()).toContain('The end.');
});
