import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnowledgeDocument } from '@portico/shared-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { makeDocx, makePdf, makeZip, wordParagraph, wordStyles } from '../../../../test/documents.ts';
import { encodeText } from '../../../../test/encode-text.ts';
import { serveOnLoopback } from '../../../../test/loopback.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let site: { url: string; pages: Map<string, { body: string; type?: string; status?: number }>; close(): Promise<void> };

beforeAll(async () => {
  site = await startSite();
  server = await startServer({ OUTBOUND_ALLOW: new URL(site.url).host });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

async function startSite() {
  const pages = new Map<string, { body: string; type?: string; status?: number }>();
  const { url, close } = await serveOnLoopback((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page?.status ?? (page ? 200 : 404), {
      'content-type': page?.type ?? 'text/html; charset=utf-8',
    });
    response.end(page?.body ?? 'nothing here');
  });
  return { url, pages, close };
}

async function createBase(body: Record<string, unknown> = {}): Promise<string> {
  const { body: answer } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Base', ...body } });
  return `/api/v1/knowledge-bases/${answer.data.id}`;
}

/** Adds a document and waits for the end of its processing. */
async function add(base: string, input: Record<string, unknown> | FormData): Promise<KnowledgeDocument> {
  const request = input instanceof FormData ? { form: input } : { body: input };
  const { status, body } = await call(server, 'POST', `${base}/documents`, request);
  expect([200, 201]).toContain(status);
  return settle(base, body.data.id);
}

async function settle(base: string, id: string): Promise<KnowledgeDocument> {
  return eventually(async () => {
    const { body } = await call(server, 'GET', `${base}/documents/${id}`);
    return ['ready', 'failed'].includes(body.data.status) ? body.data : undefined;
  });
}

function fileForm(data: string | Uint8Array<ArrayBuffer>, name: string, metadata?: string): FormData {
  const form = new FormData();
  if (metadata !== undefined) form.set('metadata', metadata);
  form.set('file', new Blob([data]), name);
  return form;
}

const query = async (base: string, body: Record<string, unknown>) =>
  (await call(server, 'POST', `${base}/query`, { body })).body.data.results;

describe('a document', () => {
  it('of text is processed and answers queries with its metadata, page or heading', async () => {
    const base = await createBase();
    const { status, body } = await call(server, 'POST', `${base}/documents`, {
      body: { name: 'Fish', text: '# Herring\n\nHerrings swim in the Baltic Sea.', metadata: { shelf: 7 } },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'queued', error: null, source: 'text', chunk_count: 0, url: null });
    const document = await settle(base, body.data.id);
    expect(document).toMatchObject({ status: 'ready', chunk_count: 1, mime_type: 'text/markdown', file_size: 43 });
    expect(document.token_count).toBeGreaterThan(5);
    expect(await query(base, { query: 'Where do herrings swim?' })).toEqual([
      {
        id: expect.stringMatching(/^chk_/),
        content: '# Herring\n\nHerrings swim in the Baltic Sea.',
        document_id: document.id,
        document_name: 'Fish',
        title: 'Fish',
        url: null,
        score: expect.any(Number),
        metadata: { heading: 'Herring', shelf: 7 },
      },
    ]);
  });

  it('of a PDF keeps the page of each chunk', async () => {
    const base = await createBase({ chunk_size: 64, chunk_overlap: 0 });
    const pdf = await makePdf([
      {
        heading: 'Cats',
        paragraphs: ['Cats purr when they are content, and sleep for most of the day in warm places.'],
      },
      {
        heading: 'Dogs',
        paragraphs: ['Dogs bark at strangers, and love long walks through the woods in any weather.'],
      },
    ]);
    const document = await add(base, fileForm(new Uint8Array(pdf), 'pets.pdf', '{"kind":"pets"}'));
    expect(document).toMatchObject({ status: 'ready', name: 'pets.pdf', mime_type: 'application/pdf', source: 'file' });
    const [found] = await query(base, { query: 'Who barks at strangers?', top_k: 1 });
    expect(found.metadata).toEqual({ kind: 'pets', page: 2, heading: 'Dogs' });
  });

  it('of a DOCX keeps the path of headings', async () => {
    const base = await createBase();
    const docx = makeDocx(
      [
        wordParagraph('Sea', 'Titre1'),
        wordParagraph('Tides', 'Titre2'),
        wordParagraph('The moon pulls the water.'),
      ].join(''),
      wordStyles,
    );
    expect(await add(base, fileForm(new Uint8Array(docx), 'sea.docx'))).toMatchObject({ status: 'ready' });
    const [found] = await query(base, { query: 'moon and water' });
    expect(found.metadata).toEqual({ heading: 'Sea > Tides' });
  });

  it('of a spreadsheet program in Japan is read in its encoding', async () => {
    const base = await createBase();
    const table = encodeText('曜日,営業時間\r\n火曜日から土曜日,午前九時から午後六時\r\n祝日,休業\r\n', 'shift_jis');
    expect(await add(base, fileForm(Uint8Array.from(table), '営業時間.csv'))).toMatchObject({ status: 'ready' });
    const [best] = await query(base, { query: '祝日の営業時間' });
    expect(best.content).toContain('午前九時から午後六時');
  });

  it('of an address is fetched, named by its title, and fetched again when it is added again', async () => {
    const base = await createBase();
    const page = (text: string) =>
      `<html><head><title>Opening hours</title></head><body><h1>Hours</h1><p>${text}</p></body></html>`;
    site.pages.set('/hours', { body: page('We open at nine.') });
    const input = { url: `${site.url}/hours`, mode: 'markdown', metadata: { from: 'site' } };
    const first = await add(base, input);
    expect(first).toMatchObject({ status: 'ready', name: 'Opening hours', source: 'url', mime_type: 'text/html' });
    const same = await add(base, input);
    expect(same).toMatchObject({ id: first.id, status: 'ready', chunk_count: first.chunk_count });
    site.pages.set('/hours', { body: page('We open at ten.') });
    await add(base, input);
    const found = await eventually(async () => {
      const results = await query(base, { query: 'When do you open?' });
      return results[0]?.content.includes('ten') === true ? results : undefined;
    });
    expect(found).toHaveLength(1);
    expect((await call(server, 'GET', base)).body.data).toMatchObject({ document_count: 1, chunk_count: 1 });
  });

  it('of an address that returns an error fails with the reason', async () => {
    const base = await createBase();
    expect(await add(base, { url: `${site.url}/gone` })).toMatchObject({
      status: 'failed',
      error: { code: 'fetch_failed', message: 'The address answered with status 404.' },
    });
    expect(await add(base, { url: 'http://127.0.0.2:9/' })).toMatchObject({
      status: 'failed',
      error: { code: 'fetch_failed' },
    });
  });

  it('with the same bytes is one document, and is retried if it failed', async () => {
    const base = await createBase();
    const first = await add(base, { name: 'A', text: 'The same words.' });
    const again = await call(server, 'POST', `${base}/documents`, { body: { name: 'B', text: 'The same words.' } });
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(first);
    const asFile = await call(server, 'POST', `${base}/documents`, { form: fileForm('The same words.', 'c.txt') });
    expect(asFile.body.data.id).toBe(first.id);
    expect((await call(server, 'GET', base)).body.data).toMatchObject({ document_count: 1, chunk_count: 1 });
    const other = await createBase();
    expect((await add(other, { name: 'A', text: 'The same words.' })).id).not.toBe(first.id);
    const broken = await add(base, fileForm('%PDF-1.7 and nothing more', 'x.pdf'));
    expect(broken.status).toBe('failed');
    const retried = await call(server, 'POST', `${base}/documents`, {
      form: fileForm('%PDF-1.7 and nothing more', 'x.pdf'),
    });
    expect(retried.body.data).toMatchObject({ id: broken.id, status: 'queued', error: null });
    await settle(base, broken.id);
  });

  it('is deleted with its chunks and its bytes', async () => {
    const base = await createBase();
    const long = Array.from(
      { length: 60 },
      (_, index) => `## Part ${index}\n\n${'Some words on herrings. '.repeat(40)}`,
    ).join('\n\n');
    const kept = await add(base, { name: 'Kept', text: 'Kept words.' });
    const document = await add(base, { name: 'Long', text: long });
    const { document_count: documents, chunk_count: chunks } = (await call(server, 'GET', base)).body.data;
    expect({ documents, chunks }).toEqual({ documents: 2, chunks: kept.chunk_count + document.chunk_count });
    expect(document.chunk_count).toBeGreaterThan(20);
    const before = await countStoredFiles();
    const gone = await call(server, 'DELETE', `${base}/documents/${document.id}`);
    expect(gone.body.data).toEqual({ id: document.id, deleted: true });
    expect(await countStoredFiles()).toBe(before - 1);
    expect((await call(server, 'GET', `${base}/documents/${document.id}`)).status).toBe(404);
    expect((await call(server, 'GET', base)).body.data).toMatchObject({ document_count: 1, chunk_count: 1 });
    const found = await query(base, { query: 'herrings', top_k: 20 });
    expect(found.map(({ document_id }: { document_id: string }) => document_id)).toEqual([kept.id]);
    await call(server, 'DELETE', base);
    expect(await countStoredFiles()).toBe(before - 2);
  });

  it('is listed, newest first, and by status', async () => {
    const base = await createBase();
    await add(base, { name: 'One', text: 'one' });
    await add(base, { name: 'Two', text: 'two' });
    await add(base, fileForm('%PDF-nothing', 'bad.pdf'));
    const names = async (suffix: string) => {
      const { body } = await call(server, 'GET', `${base}/documents${suffix}`);
      return body.data.map(({ name }: { name: string }) => name);
    };
    expect(await names('')).toEqual(['bad.pdf', 'Two', 'One']);
    expect(await names('?per_page=1&page=2')).toEqual(['Two']);
    expect(await names('?status=failed')).toEqual(['bad.pdf']);
    expect((await call(server, 'GET', `${base}/documents?status=lost`)).status).toBe(400);
  });
});

describe('a document is refused', () => {
  it.each([
    ['without anything', {}, 'body'],
    ['without its name', { text: 'x' }, 'body.name'],
    ['with blank text', { name: 'x', text: ' ' }, 'body.text'],
    ['with another scheme', { url: 'ftp://example.com/' }, 'body.url'],
    ['in an unknown mode', { url: 'https://example.com/', mode: 'pdf' }, 'body.mode'],
    ['with metadata that is a list', { name: 'x', text: 'y', metadata: [] }, 'body.metadata'],
    ['with an unknown field', { name: 'x', text: 'y', colour: 'z' }, 'body.colour'],
  ])('%s', async (_, body, field) => {
    const answer = await call(server, 'POST', `${await createBase()}/documents`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.fields[0].path).toBe(field);
  });

  it.each([
    ['an executable', fileForm(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), 'a.pdf'), 'body.file'],
    ['a picture', fileForm(new Uint8Array(Buffer.from('89504e470d0a1a0a0000', 'hex')), 'a.png'), 'body.file'],
    ['metadata that is not JSON', fileForm('text', 'a.txt', '{'), 'body.metadata'],
    ['metadata that is not an object', fileForm('text', 'a.txt', '3'), 'body.metadata'],
    [
      'deeply nested metadata',
      fileForm('text', 'a.txt', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`),
      'body.metadata',
    ],
    ['metadata with NUL', fileForm('text', 'a.txt', String.raw`{"a":"\u0000"}`), 'body.metadata.a'],
    ['metadata with too large a number', fileForm('text', 'a.txt', '{"a":1e999}'), 'body.metadata.a'],
  ])('as %s, and nothing is kept', async (_, form, field) => {
    const base = await createBase();
    const before = await countStoredFiles();
    const answer = await call(server, 'POST', `${base}/documents`, { form });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.fields[0].path).toBe(field);
    expect((await call(server, 'GET', base)).body.data.document_count).toBe(0);
    expect(await countStoredFiles()).toBe(before);
  });
});

it('a malicious document fails with a clear error and affects no other', async () => {
  const base = await createBase();
  const bomb = makeZip([
    { name: '[Content_Types].xml', data: 'wordprocessingml.document.main+xml' },
    {
      name: 'word/document.xml',
      data: `<w:document>${wordParagraph('boom '.repeat(1000)).repeat(6000)}</w:document>`,
    },
  ]);
  const locked = await makePdf([{ heading: 'x', paragraphs: [] }], { password: 'secret' });
  const deep = makeDocx('<w:tbl><w:tr><w:tc>'.repeat(3000));
  const inputs: [string, Uint8Array, string][] = [
    ['bomb.docx', bomb, 'too_large'],
    ['locked.pdf', locked, 'encrypted'],
    ['deep.docx', deep, 'too_complex'],
    ['cut.docx', makeDocx(wordParagraph('cut').repeat(99)).subarray(0, 400), 'corrupt'],
    ['empty.txt', new Uint8Array(), 'empty'],
    ['good.txt', Buffer.from('A good document about herrings.'), ''],
  ];
  const documents = await Promise.all(inputs.map(([name, data]) => add(base, fileForm(new Uint8Array(data), name))));
  expect(documents.map(({ name, error }) => [name, error?.code ?? ''])).toEqual(
    inputs.map(([name, , code]) => [name, code]),
  );
  expect(documents.map(({ error }) => error?.message).join(' ')).not.toMatch(/undefined |stack|\/work|node_modules/);
  expect(await query(base, { query: 'herrings' })).toHaveLength(1);
  expect((await call(server, 'GET', base)).body.data).toMatchObject({ document_count: 6, chunk_count: 1 });
});

async function countStoredFiles(): Promise<number> {
  const entries = await readdir(join(server.platform.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
}
