import type { KnowledgeDocument } from '@portico/shared-types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { createKnowledgeBase } from '../knowledge-bases.service.ts';
import { addDocument } from './documents.service.ts';

let server: ServerUnderTest;
let birds: string;
let fish: string;
let heron: KnowledgeDocument;
let herring: KnowledgeDocument;

beforeAll(async () => {
  server = await startServer();
  birds = await createBase('Birds');
  fish = await createBase('Fish');
  heron = await addText(birds, 'Harbour heron', 'Herons nest in April.');
  herring = await addText(fish, 'Harbour herring', 'Herrings swim in the Baltic Sea.');
  await addText(fish, 'Harbour cod', 'Cod live near the ground.');
});
afterAll(async () => server.close());

async function createBase(name: string): Promise<string> {
  return (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name } })).body.data.id;
}

async function addText(base: string, name: string, text: string): Promise<KnowledgeDocument> {
  return (await call(server, 'POST', `/api/v1/knowledge-bases/${base}/documents`, { body: { name, text } })).body.data;
}

async function namesOf(query: string): Promise<string[]> {
  const { status, body } = await call(server, 'GET', `/api/v1/documents?${query}`);
  expect(status).toBe(200);
  expect(body.pagination.total_count).toBe(body.data.length);
  return body.data.map(({ name }: KnowledgeDocument) => name);
}

it('the documents of all knowledge bases are listed, searched and sorted together', async () => {
  // The demo may have documents, too.
  expect(await namesOf('search=harbour')).toEqual(['Harbour cod', 'Harbour herring', 'Harbour heron']);
  expect(await namesOf('search=harbour&sort=name')).toEqual(['Harbour cod', 'Harbour heron', 'Harbour herring']);
  expect(await namesOf('search=HARBOUR%20her')).toEqual(['Harbour herring', 'Harbour heron']);
  expect(await namesOf(`search=${heron.id}`)).toEqual(['Harbour heron']);
  const { body } = await call(server, 'GET', '/api/v1/documents?search=harbour%20heron');
  expect(body.data[0]).toMatchObject({ id: heron.id, knowledge_base_id: birds });
});

it('a document without a title is sorted by its name, which is shown instead', async () => {
  const body = { name: 'a.txt', title: 'Harbour dab', text: 'Dabs are flat.' };
  await call(server, 'POST', `/api/v1/knowledge-bases/${fish}/documents`, { body });
  const { body: sorted } = await call(server, 'GET', `/api/v1/documents?knowledge_base_id=${fish}&sort=title`);
  expect(sorted.data.map(({ title }: KnowledgeDocument) => title)).toEqual([
    'Harbour cod',
    'Harbour dab',
    'Harbour herring',
  ]);
  await call(server, 'DELETE', `/api/v1/knowledge-bases/${fish}/documents/${sorted.data[1].id}`);
});

it('the list can be limited to one knowledge base', async () => {
  expect(await namesOf(`knowledge_base_id=${fish}`)).toEqual(['Harbour cod', 'Harbour herring']);
  expect(await namesOf('knowledge_base_id=kb_unknown')).toEqual([]);
});

it('a document is found by its id, in any knowledge base', async () => {
  const { body } = await call(server, 'GET', `/api/v1/documents/${herring.id}`);
  expect(body.data).toMatchObject({ name: 'Harbour herring', knowledge_base_id: fish });
  expect((await call(server, 'GET', '/api/v1/documents/doc_unknown')).status).toBe(404);
});

it('both need the scope', async () => {
  const { body } = await call(server, 'POST', '/api/v1/api-keys', {
    body: { name: 'Agents', scopes: ['agents:read'] },
  });
  for (const path of ['/api/v1/documents', `/api/v1/documents/${heron.id}`]) {
    expect((await call(server, 'GET', path, { key: body.data.key })).status, path).toBe(403);
  }
});

it('another workspace’s documents are neither listed nor found', async () => {
  const { platform } = server;
  await platform.database.sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
  const base = await createKnowledgeBase(platform, 'ws_other', { name: 'Theirs', description: '', chunk_size: 512 });
  const { document } = await addDocument(platform, 'ws_other', base.id, { name: 'Harbour heron', text: 'Secret.' });
  expect(await namesOf('search=harbour%20heron')).toHaveLength(1);
  expect(await namesOf(`search=${document.id}`)).toEqual([]);
  expect((await call(server, 'GET', `/api/v1/documents/${document.id}`)).status).toBe(404);
  expect(await namesOf(`knowledge_base_id=${base.id}`)).toEqual([]);
});
