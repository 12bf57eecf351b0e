import { call, eventually } from '../server/test/client.ts';
import { startMovableClock } from '../server/test/movable-clock.ts';
import { readHtml } from '../server/src/platform/extract/html/read-html.ts';
import { createModels } from '../server/src/platform/models/models.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import { startWebSite } from '../server/test/web-site.ts';
import { ask, reciprocalRank, search } from './answers/ask-product.ts';
import { flatten, type ManualPage, readManualPages } from './extraction/debian-pages.ts';
import type { Row } from './row.ts';

export const name =
  'Extraction: 200 pages of manuals as a crawl takes them in, beside the same pages whole (as floor), and answers from both';

const pageCount = 200;
const dayMs = 86_400_000;
/** A line on more than this share of a manual's pages is part of its surroundings. */
const repeatedShare = 0.15;
const fewestPages = 3;

/** A knowledge base of the pages: the text of each chunk, and its document. */
interface TakenIn {
  readonly id: string;
  readonly agentId: string;
  /** By path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, string>;
}

async function makeBase(server: ServerUnderTest, baseName: string): Promise<{ id: string; agentId: string }> {
  const { body: base } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: baseName } });
  const { id } = base.data;
  const agent = { name: baseName, model: 'portico-extractive', knowledge_base_ids: [id] };
  return { id, agentId: (await call(server, 'POST', '/api/v1/agents', { body: agent })).body.data.id };
}

async function readChunks(server: ServerUnderTest, id: string): Promise<Pick<TakenIn, 'texts' | 'documents'>> {
  const rows = await server.platform.database.sql<{ place: string; id: string; text: string }[]>`
    SELECT coalesce(d.url, d.name) AS place, d.id, string_agg(c.content, E'\n' ORDER BY c.ordinal) AS text
    FROM documents d JOIN chunks c ON c.document_id = d.id AND c.edition = d.edition
    WHERE d.knowledge_base_id = ${id} GROUP BY 1, 2`;
  const pathOf = (place: string): string => URL.parse(place)?.pathname ?? place;
  return {
    texts: new Map(rows.map(({ place, text }) => [pathOf(place), text])),
    documents: new Map(rows.map(({ place, id: document }) => [pathOf(place), document])),
  };
}

/** Adds the pages as an owner does: by crawling a site on loopback. */
async function crawl(server: ServerUnderTest, pages: readonly ManualPage[]): Promise<TakenIn> {
  const site = await startWebSite(Object.fromEntries(pages.map(({ path, html }) => [path, html])));
  const clock = startMovableClock();
  try {
    site.onRequest = () => clock.forward(300);
    const base = await makeBase(server, 'Manuals, extracted');
    const sources = `/api/v1/knowledge-bases/${base.id}/sources`;
    const urls = pages.map(({ path }) => site.url + path);
    const { body } = await call(server, 'POST', sources, { body: { type: 'urls', urls } });
    await eventually(async () => {
      const source = await call(server, 'GET', `${sources}/${body.data.id}`);
      return source.body.data.status === 'syncing' ? undefined : true;
    }, dayMs);
    return { ...base, ...(await readChunks(server, base.id)) };
  } finally {
    clock.restore();
    await site.close();
  }
}

/** Adds the same pages completely, with everything around their text. */
async function takeWhole(server: ServerUnderTest, pages: readonly ManualPage[]): Promise<TakenIn> {
  const base = await makeBase(server, 'Manuals, whole');
  for (const { path, html } of pages) {
    const { text } = readHtml(html, { style: 'markdown', base: `http://manuals.example${path}` });
    await call(server, 'POST', `/api/v1/knowledge-bases/${base.id}/documents`, { body: { name: path, text } });
  }
  await eventually(async () => {
    const [open] = await server.platform.database.sql`
      SELECT 1 FROM documents WHERE knowledge_base_id = ${base.id} AND status <> 'ready' LIMIT 1`;
    return open === undefined ? true : undefined;
  }, 600_000);
  return { ...base, ...(await readChunks(server, base.id)) };
}

function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => flatten(line.replaceAll(/\]\([^)]*\)/gu, ']')))
    .filter((line) => /\p{L}{2}/u.test(line));
}

/** Share of the characters on lines that repeat over a manual's pages. */
function measureBoilerplate(pages: readonly ManualPage[], texts: ReadonlyMap<string, string>): number {
  let [repeated, all] = [0, 0];
  for (const group of Map.groupBy(pages, ({ manual }) => manual).values()) {
    const lines = group.map(({ path }) => readLines(texts.get(path) ?? ''));
    const counts = new Map<string, number>();
    for (const page of lines) for (const line of new Set(page)) counts.set(line, (counts.get(line) ?? 0) + 1);
    const limit = Math.max(fewestPages, Math.ceil(group.length * repeatedShare));
    for (const line of lines.flat()) {
      all += line.length;
      if ((counts.get(line) ?? 0) >= limit) repeated += line.length;
    }
  }
  return repeated / all;
}

/** Share of the pages' own headings, code or cells that their text contains. */
function measureKept(
  pages: readonly ManualPage[],
  texts: ReadonlyMap<string, string>,
  part: 'headings' | 'code' | 'cells',
): number {
  let [kept, all] = [0, 0];
  for (const page of pages) {
    const text = flatten(texts.get(page.path) ?? '');
    for (const own of page[part]) {
      all += 1;
      if (text.includes(own)) kept += 1;
    }
  }
  return kept / Math.max(1, all);
}

interface Answers {
  readonly rank: number;
  readonly firstCitation: number;
}

/** Searches for each page by its title, as a person would type it into a search box. */
async function measureAnswers(
  server: ServerUnderTest,
  pages: readonly ManualPage[],
  { id, agentId, documents }: TakenIn,
): Promise<Answers> {
  let [rank, cited, asked] = [0, 0, 0];
  const base = { id, agentId, positions: new Map<string, number>() };
  for (const { path, title } of pages) {
    const wanted = documents.get(path);
    if (wanted === undefined || title === '') continue;
    asked += 1;
    rank += reciprocalRank(await search(server, base, title), wanted);
    const { citations } = await ask(server, base, title);
    if (citations[0]?.document_id === wanted) cited += 1;
  }
  return { rank: rank / asked, firstCitation: cited / asked };
}

export async function run(): Promise<Row[]> {
  const pages = readManualPages(pageCount);
  if (pages.length === 0) return [];
  const server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
  const { chat } = createModels({ wordDelayMs: 0 }, server.platform.log);
  server.platform.models.chat = chat;
  try {
    const extracted = await crawl(server, pages);
    const whole = await takeWhole(server, pages);
    const [after, before] = [
      await measureAnswers(server, pages, extracted),
      await measureAnswers(server, pages, whole),
    ];
    const percent = (texts: ReadonlyMap<string, string>): number => 100 * measureBoilerplate(pages, texts);
    const kept = (part: 'headings' | 'code' | 'cells', what: string): Row => ({
      what: `${what} of the pages that are in chunks`,
      value: 100 * measureKept(pages, extracted.texts, part),
      unit: '%',
      floor: 100 * measureKept(pages, whole.texts, part),
    });
    return [
      { what: 'pages', value: extracted.texts.size, unit: '', floor: whole.texts.size },
      {
        what: 'boilerplate: share of the text on lines that repeat on 15 % of the pages',
        value: percent(extracted.texts),
        unit: '%',
        floor: percent(whole.texts),
        aim: { atMost: 1 },
      },
      kept('headings', 'headings'),
      kept('code', 'code'),
      kept('cells', 'cells of tables'),
      { what: 'a page asked for by its title, MRR@10', value: after.rank, unit: '', floor: before.rank },
      { what: 'its first citation is right', value: after.firstCitation, unit: '', floor: before.firstCitation },
    ];
  } finally {
    await server.close();
  }
}
