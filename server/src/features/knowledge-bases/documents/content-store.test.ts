import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { type ContentItem, forgetContent, indexContent, queryContent } from '../index.ts';

let server: ServerUnderTest;
let workspaceId: string;
beforeAll(async () => {
  server = await startServer();
  const [row] = await server.platform.database.sql<{ id: string }[]>`SELECT id FROM workspaces`;
  workspaceId = row?.id ?? '';
});
afterAll(async () => server.close());

const signal = AbortSignal.timeout(60_000);
const items: ContentItem[] = [
  { kind: 'file', name: 'terms.pdf', text: 'The lease ends in May.\n\nThe deposit is returned.', pageStarts: [0, 24] },
  { kind: 'url', url: 'https://example.com/', text: `# Rooms\n\n${'The kitchen has two windows. '.repeat(400)}` },
  { kind: 'message', text: 'Please check the deposit.' },
];
const ask = async (scope: string, query: string, topK = 5, threshold = 0) =>
  queryContent(server.platform, { workspaceId, scope }, { query, topK, threshold }, signal);
const count = async (scope: string) =>
  (await server.platform.database.sql`SELECT 1 FROM content_chunks WHERE scope = ${scope}`).length;

it('stores the content of a submission for its own queries, and deletes it', async () => {
  await indexContent(server.platform, { workspaceId, scope: 'sub_a' }, items, signal);
  await indexContent(server.platform, { workspaceId, scope: 'sub_b' }, items.slice(2), signal);
  const [first] = await ask('sub_a', 'When does the lease end?', 1);
  expect(first).toEqual({
    id: expect.stringMatching(/^chk_/),
    content: expect.stringContaining('The lease ends in May.'),
    source: { kind: 'file', name: 'terms.pdf' },
    metadata: { page: 1 },
    score: expect.any(Number),
  });
  expect(await ask('sub_a', 'kitchen windows', 20)).toHaveLength(await count('sub_a'));
  expect((await ask('sub_b', 'kitchen windows', 20)).map(({ source }) => source)).toEqual([{ kind: 'message' }]);
  expect(await ask('sub_b', 'zzz qqq', 20, 0.9)).toEqual([]);
  expect(await ask('sub_c', 'anything')).toEqual([]);
  expect(
    await queryContent(
      server.platform,
      { workspaceId: 'ws_other', scope: 'sub_a' },
      { query: 'lease', topK: 5, threshold: 0 },
      signal,
    ),
  ).toEqual([]);
  await forgetContent(server.platform.database.sql, workspaceId, 'sub_a');
  expect(await count('sub_a')).toBe(0);
  expect(await count('sub_b')).toBe(1);
});

it('continues where it was interrupted', async () => {
  const scope = { workspaceId, scope: 'sub_d' };
  await indexContent(server.platform, scope, items, signal);
  const total = await count('sub_d');
  const { sql } = server.platform.database;
  const before = await sql<
    { id: string }[]
  >`SELECT id FROM content_chunks WHERE scope = 'sub_d' ORDER BY item, ordinal`;
  await sql`DELETE FROM content_chunks WHERE scope = 'sub_d' AND (item, ordinal) > (1, 1)`;
  await indexContent(server.platform, scope, items, signal);
  const after = await sql<{ id: string }[]>`SELECT id FROM content_chunks WHERE scope = 'sub_d' ORDER BY item, ordinal`;
  expect(after).toHaveLength(total);
  expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
});
