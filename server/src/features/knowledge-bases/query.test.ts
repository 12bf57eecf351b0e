import type { SearchResult } from '@portico/shared-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { fillTerms } from './search/fill-terms.ts';
import { toLabels } from './search/store-terms.ts';

let server: ServerUnderTest;
let garden: string;
let kitchen: string;

beforeAll(async () => {
  server = await startServer();
  garden = await createBase('Garden', [
    ['Roses', 'Roses need sun, and pruning in early spring.', { season: 'spring', year: 2023, wild: false }],
    [
      'Tulips',
      'Tulip bulbs are planted in autumn and flower in spring.',
      { season: 'autumn', year: 2024, wild: false },
    ],
    [
      'Nettles',
      'Nettles sting, and butterflies love them. Part number XK-4711.',
      { season: 'spring', year: 2024, wild: true },
    ],
  ]);
  kitchen = await createBase('Kitchen', [
    ['Bread', 'Bread rises with yeast and needs a hot oven.', {}],
    ['Soup', 'Nettle soup is made of young nettles in spring.', {}],
  ]);
});
afterAll(async () => server.close());

async function createBase(name: string, documents: [string, string, Record<string, unknown>][]): Promise<string> {
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name } });
  const path = `/api/v1/knowledge-bases/${body.data.id}`;
  for (const [title, text, metadata] of documents) {
    await call(server, 'POST', `${path}/documents`, { body: { name: title, text, metadata } });
  }
  await eventually(async () => {
    const answer = await call(server, 'GET', path);
    return answer.body.data.chunk_count === documents.length ? true : undefined;
  });
  return path;
}

async function ask(path: string, body: Record<string, unknown>): Promise<SearchResult[]> {
  return (await call(server, 'POST', path, { body })).body.data.results;
}
const names = (results: readonly SearchResult[]) => results.map(({ document_name: name }) => name);

describe('a query', () => {
  it('returns the nearest chunks first, with scores from 0 to 1', async () => {
    const results = await ask(`${garden}/query`, { query: 'When are tulip bulbs planted?' });
    expect(names(results)[0]).toBe('Tulips');
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
    expect(await ask(`${garden}/query`, { query: 'tulips', top_k: 1 })).toHaveLength(1);
  });

  it('leaves out results below the requested score', async () => {
    const [first] = await ask(`${garden}/query`, { query: 'Roses need sun' });
    const results = await ask(`${garden}/query`, { query: 'Roses need sun', min_score: (first?.score ?? 0) - 0.01 });
    expect(names(results)).toEqual(['Roses']);
  });

  it.each([
    [{ season: 'spring' }, ['Nettles', 'Roses']],
    [{ season: 'spring', year: 2024 }, ['Nettles']],
    [{ wild: false }, ['Roses', 'Tulips']],
    [{ year: '2024' }, []],
    [{ season: null }, []],
  ])('filtered by %j only finds equal metadata', async (filter, expected) => {
    for (const mode of ['semantic', 'hybrid']) {
      expect(names(await ask(`${garden}/query`, { query: 'plants', filter, mode })).toSorted()).toEqual(expected);
    }
  });

  it('searches in hybrid mode by default, and puts exact matches first', async () => {
    const [asked, hybrid] = await Promise.all(
      [{}, { mode: 'hybrid' }].map(async (mode) => ask(`${garden}/query`, { query: 'XK-4711', ...mode })),
    );
    expect(names(asked ?? [])[0]).toBe('Nettles');
    expect(asked).toEqual(hybrid);
  });

  it('puts the section whose heading is the question before those that only contain its words', async () => {
    const rest = 'It has a switch, a cable of two metres and a bulb that lasts for years.';
    const lamps = await createBase('Lamps', [
      [
        'Guide',
        `# Hang the lamp above your table\n\nDrill two holes, push the anchors in and fasten the plate. ${rest.repeat(4)}`,
        {},
      ],
      ['Colours', 'The lamp that most people hang above a table is white. You can have it in blue.', {}],
      ['Shades', `For the table lamp see [the guide](/guides/hang-the-lamp-above-your-table). ${rest}`, {}],
    ]);
    const [first] = await ask(`${lamps}/query`, { query: 'How do I hang the lamp above my table?' });
    expect(first?.document_name).toBe('Guide');
  });

  it('searches the text of a link and not its address', async () => {
    const links = await createBase('Links', [
      ['Pointer', 'More is [here](/docs/calibrate-the-barometer-after-delivery).', {}],
      ['Answer', 'The barometer that you have got is calibrated with the screw at its back. It takes a minute.', {}],
    ]);
    const results = await ask(`${links}/query`, { query: 'How do I calibrate the barometer after delivery?' });
    expect(names(results)[0]).toBe('Answer');
  });

  it.each(['semantic', 'hybrid'])('in %s mode scores what is about something else at most 0.05', async (mode) => {
    for (const query of [
      'What is the capital of Mongolia?',
      'quantum chromodynamics',
      'Wie hoch ist der Eiffelturm?',
    ]) {
      const scores = (await ask(`${garden}/query`, { query, mode })).map(({ score }) => score);
      expect(Math.max(0, ...scores)).toBeLessThanOrEqual(0.05);
    }
    const [first] = await ask(`${garden}/query`, { query: 'When are tulip bulbs planted?', mode });
    expect(first?.score).toBeGreaterThan(0.15);
  });

  it.each([
    ['tulpi bulbs', 'Tulips'],
    ['When do rosses need prunning?', 'Roses'],
    ['btterflies', 'Nettles'],
  ])('corrects the spelling of %j from the words of the base', async (query, expected) => {
    const [first] = await ask(`${garden}/query`, { query });
    expect(first?.document_name).toBe(expected);
    expect(first?.score).toBeGreaterThan(0.15);
  });

  it('corrects a typo, but not a known word', async () => {
    const path = await createBase('Network', [
      ['Packets', 'Packets of a larger size are divided by the router.', {}],
      ['Likes', 'Likes of a picture are counted each hour.', {}],
      ['Cables', 'Cables are laid under the floor.', {}],
      ['Switches', 'A switch forwards frames between its ports.', {}],
    ]);
    const [slip] = await ask(`${path}/query`, { query: 'Which pakcets does the ruoter divide?' });
    expect(slip).toMatchObject({ document_name: 'Packets' });
    expect(slip?.score).toBeGreaterThan(0.15);
    for (const query of ['Do you repair bikes?', 'Who sells jackets?']) {
      const [first] = await ask(`${path}/query`, { query });
      expect([query, (first?.score ?? 0) < 0.15]).toEqual([query, true]);
    }
  });

  it('counts the chunks that contain a term, without those of a deleted document', async () => {
    const { sql } = server.platform.database;
    const path = await createBase('Pond', [
      ['Frogs', 'Frogs sit on lilies.', {}],
      ['Lilies', 'Lilies float.', {}],
    ]);
    const id = path.split('/').at(-1) ?? '';
    const use = async () => {
      const rows = await sql<{ chunk_count: number }[]>`
        SELECT chunk_count FROM search_terms WHERE knowledge_base_id = ${id} AND chunk_count > 0 ORDER BY chunk_count DESC`;
      return rows.map(({ chunk_count: count }) => count);
    };
    expect((await use())[0]).toBe(2);
    const { body } = await call(server, 'GET', `${path}/documents`);
    await call(server, 'DELETE', `${path}/documents/${body.data[0].id}`);
    expect((await use())[0]).toBe(1);
    await call(server, 'DELETE', path);
    expect(await sql`SELECT 1 FROM search_terms WHERE knowledge_base_id = ${id}`).toHaveLength(0);
  });

  it.each([`the of and`, `'; DROP TABLE chunks; --`, String.raw`a\b' & ! | (`, '🐟', 'x'.repeat(8000)])(
    'of %j is answered in both modes',
    async (query) => {
      for (const mode of ['semantic', 'hybrid']) {
        const { status } = await call(server, 'POST', `${garden}/query`, { body: { query, mode } });
        expect(status).toBe(200);
      }
    },
  );

  it('searches only its own knowledge base; a search covers all of the workspace', async () => {
    expect(names(await ask(`${kitchen}/query`, { query: 'nettles' })).toSorted()).toEqual(['Bread', 'Soup']);
    const all = await ask('/api/v1/knowledge-bases/search', { query: 'nettles', top_k: 2 });
    expect(names(all).toSorted()).toEqual(['Nettles', 'Soup']);
    expect(new Set(all.map(({ knowledge_base_id: id }) => `/api/v1/knowledge-bases/${id}`))).toEqual(
      new Set([garden, kitchen]),
    );
  });

  it('never finds anything in another workspace', async () => {
    const { sql } = server.platform.database;
    const { createKnowledgeBase } = await import('./knowledge-bases.service.ts');
    const { searchKnowledgeBases } = await import('./query.service.ts');
    await sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
    const input = { name: 'Theirs', description: '', chunk_size: 512 };
    const theirs = await createKnowledgeBase(server.platform, 'ws_other', input);
    const id = garden.split('/').at(-1) ?? '';
    const signal = AbortSignal.timeout(10_000);
    const question = { query: 'nettles' };
    expect(await searchKnowledgeBases(server.platform, 'ws_other', undefined, question, signal)).toEqual([]);
    expect(await searchKnowledgeBases(server.platform, 'ws_other', [id, theirs.id], question, signal)).toEqual([]);
    const answer = await call(server, 'POST', `/api/v1/knowledge-bases/${theirs.id}/query`, { body: question });
    expect(answer.status).toBe(404);
  });
});

describe('documents of a version without terms', () => {
  it('are found by the old search, then indexed in the background and found by their terms', async () => {
    const { sql } = server.platform.database;
    const path = await createBase('Attic', [
      ['Trunks', 'Old trunks hold blankets and a telescope.', {}],
      ['Lamps', 'Lamps hang under the roof beams.', {}],
    ]);
    const id = path.split('/').at(-1) ?? '';
    // The state left by such a version: chunks without terms, and a document without a note about them.
    await sql`DELETE FROM chunk_terms WHERE knowledge_base_id = ${id}`;
    await sql`DELETE FROM search_words WHERE knowledge_base_id = ${id}`;
    await sql`UPDATE documents SET search_edition = 0 WHERE knowledge_base_id = ${id}`;
    const query = 'Where is the telescope?';
    expect(names(await ask(`${path}/query`, { query }))[0]).toBe('Trunks');
    await eventually(async () => {
      await fillTerms(server.platform);
      const [open] = await sql`SELECT 1 FROM documents WHERE knowledge_base_id = ${id} AND search_edition <> edition`;
      return open === undefined ? true : undefined;
    });
    const [totals] = await sql`SELECT chunk_count, languages FROM search_totals WHERE knowledge_base_id = ${id}`;
    expect(totals).toEqual({ chunk_count: 2, languages: ['en'] });
    expect(names(await ask(`${path}/query`, { query: 'Where is the telescpoe?' }))[0]).toBe('Trunks');
  });
});

it('a document whose terms can’t be stored does not delay the others', async () => {
  const { sql } = server.platform.database;
  const bases = await Promise.all(
    ['Attic', 'Porch'].map(async (name) => createBase(name, [['Trunks', 'Old trunks hold blankets.', {}]])),
  );
  // In the order in which they are taken.
  const ids = bases.map((path) => path.split('/').at(-1) ?? '').toSorted();
  await sql`DELETE FROM chunk_terms WHERE knowledge_base_id = ANY(${ids}::text[])`;
  await sql.unsafe(`ALTER TABLE chunk_terms ADD CONSTRAINT refused CHECK (knowledge_base_id <> '${ids[0]}')`);
  await sql`UPDATE documents SET search_edition = 0 WHERE knowledge_base_id = ANY(${ids}::text[])`;
  await fillTerms(server.platform);
  const open = await sql`SELECT knowledge_base_id AS id FROM documents WHERE search_edition <> edition`;
  await sql`ALTER TABLE chunk_terms DROP CONSTRAINT refused`;
  expect(open).toEqual([{ id: ids[0] }]);
  await fillTerms(server.platform);
  expect(await sql`SELECT FROM documents WHERE search_edition <> edition`).toEqual([]);
});

describe('chunks of a version without labels', () => {
  it('are found behind a filter, then labelled in the background without changing other counts', async () => {
    const { sql } = server.platform.database;
    const path = await createBase('Shed', [
      ['Saws', 'A saw cuts wood for the fence.', { season: 'winter', place: { shelf: 1 } }],
      ['Axes', 'An axe splits wood for the stove.', { season: 'summer', tags: ['sharp'] }],
    ]);
    const id = path.split('/').at(-1) ?? '';
    // The state left by such a version.
    const [{ workspace_id: workspaceId } = { workspace_id: '' }] = await sql<{ workspace_id: string }[]>`
      SELECT workspace_id FROM knowledge_bases WHERE id = ${id}`;
    const [winter, summer] = ['winter', 'summer'].flatMap((season) => toLabels(workspaceId, { season }));
    await sql`
      UPDATE chunk_terms SET is_labelled = false, terms = array_remove(array_remove(terms, ${winter ?? 0}), ${summer ?? 0})
      WHERE knowledge_base_id = ${id}`;
    const behind = async () =>
      Promise.all(
        ['winter', 'summer', 'spring'].map(async (season) =>
          names(await ask(`${path}/query`, { query: 'What is for wood?', filter: { season } })),
        ),
      );
    const count = async () => sql`
      SELECT hash, chunk_count FROM search_terms WHERE knowledge_base_id = ${id} AND chunk_count > 0 ORDER BY hash`;
    const recount = async () => sql`
      SELECT hash, count(*)::int AS chunk_count FROM chunk_terms, unnest(terms) AS hash
      WHERE knowledge_base_id = ${id} GROUP BY 1 ORDER BY 1`;
    expect(await behind()).toEqual([['Saws'], ['Axes'], []]);
    expect(await count()).toEqual(await recount());
    await eventually(async () => {
      await fillTerms(server.platform);
      const [open] = await sql`SELECT 1 FROM chunk_terms WHERE knowledge_base_id = ${id} AND NOT is_labelled`;
      return open === undefined ? true : undefined;
    });
    expect(await behind()).toEqual([['Saws'], ['Axes'], []]);
    const counts = await count();
    expect(counts).toEqual(await recount());
    expect(counts).toEqual(expect.arrayContaining([{ hash: winter, chunk_count: 1 }]));
  });

  it('are labelled although one of them can’t be', async () => {
    const { sql } = server.platform.database;
    const path = await createBase('Loft', [
      ['Ropes', 'A rope is tied to the beam.', { season: 'winter' }],
      ['Nets', 'A net hangs below the roof.', { season: 'summer' }],
    ]);
    const id = path.split('/').at(-1) ?? '';
    await sql`UPDATE chunk_terms SET is_labelled = false WHERE knowledge_base_id = ${id}`;
    const [bad] = await sql<
      { id: string }[]
    >`SELECT chunk_id AS id FROM chunk_terms WHERE knowledge_base_id = ${id} LIMIT 1`;
    await sql.unsafe(`
      ALTER TABLE chunk_terms ADD CONSTRAINT refused CHECK (NOT is_labelled OR chunk_id <> '${bad?.id}') NOT VALID`);
    await fillTerms(server.platform);
    const open = await sql`SELECT chunk_id AS id FROM chunk_terms WHERE NOT is_labelled`;
    await sql`ALTER TABLE chunk_terms DROP CONSTRAINT refused`;
    expect(open).toEqual([{ id: bad?.id }]);
    await fillTerms(server.platform);
    expect(await sql`SELECT FROM chunk_terms WHERE NOT is_labelled`).toEqual([]);
  });

  it('are checked exactly, even if another value has the same label', async () => {
    const { sql } = server.platform.database;
    const path = await createBase('Cellar', [
      ['Wine', 'Wine is kept in the dark.', { year: 1 }],
      ['Beer', 'Beer is kept in the cold.', { year: 2 }],
    ]);
    const id = path.split('/').at(-1) ?? '';
    const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM knowledge_bases WHERE id = ${id}`;
    const [label = 0] = toLabels(row?.workspace_id ?? '', { year: 2 });
    await sql`UPDATE chunk_terms SET terms = terms || ${label}::int WHERE knowledge_base_id = ${id} AND NOT terms @> ${[label]}::int[]`;
    const found = await ask(`${path}/query`, { query: 'What is kept in the cellar?', filter: { year: 2 } });
    expect(names(found)).toEqual(['Beer']);
  });
});
