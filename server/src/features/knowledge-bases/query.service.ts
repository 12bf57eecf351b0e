import type { KnowledgeQuery, QueryResult, SearchResult } from '@portico/shared-types';
import type { Database } from '../../platform/database.ts';
import { ModelError } from '../../platform/models/model-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { embedQuery, writeEmbeddingInput, writeQuestionVector } from './embed.ts';
import { embedIfAvailable } from './embed-if-available.ts';
import { waitWhileHeld } from './held-searches.ts';
import { requireKnowledgeBase } from './knowledge-bases.service.ts';
import { findSearchableBases, type SearchableBase } from './knowledge-bases.sql.ts';
import {
  type Candidate,
  findAhead,
  type FoundAhead,
  findByWords,
  findCandidates,
  readAgain,
  type SearchGroup,
} from './search/find-candidates.ts';
import { readQuestion } from './search/read-question.ts';
import { toLabels } from './search/store-terms.ts';
import { toOrder, toRelevance, toSemanticRelevance, toSimilarity } from './search/relevance.ts';
import { type ChunkText, findTexts, isFiltered } from './search.sql.ts';
import { hashEmbeddingName } from '../../platform/models/hash-embedding.ts';

/** A question to knowledge bases; missing fields have the schema's defaults. */
export type KnowledgeQuestion = Pick<KnowledgeQuery, 'query'> &
  Partial<{ [Name in Exclude<keyof KnowledgeQuery, 'query'>]: KnowledgeQuery[Name] | undefined }> & {
    context?: QuestionContext | undefined;
    /**
     * Called with the reason if an embedding model fails, and its knowledge bases are searched by words only; without it,
     * the search fails. A search by meaning alone always does.
     */
    onWordsOnly?: ((reason: ModelError) => void) | undefined;
  };

/** The context of a follow-up question. */
interface QuestionContext {
  /** The earlier questions. */
  readonly text: string;
  /** The documents that were cited for them. */
  readonly documentIds: readonly string[];
  /** The question refers to them, and isn't only short. */
  readonly isCertain: boolean;
}

/** Candidates by meaning in a hybrid search, or more if more results are requested. */
const hybridCandidates = 50;

const contextBonus = 0.12;
/** Number of best candidates whose text is searched for words similar to those of the question. */
const readClosely = 10;

interface Scored {
  readonly chunk: ChunkText;
  readonly order: number;
  readonly score: number;
}

/**
 * Searches one knowledge base (docs/reference/knowledge-bases.md#query). Throws 404, 503 if the embedding model is
 * unavailable.
 */
export async function queryKnowledgeBase(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  question: KnowledgeQuestion,
  signal: AbortSignal,
): Promise<QueryResult[]> {
  const found = await searchKnowledgeBases(platform, workspaceId, [knowledgeBaseId], question, signal);
  // Checked only if nothing was found, because results prove that the base exists.
  if (found.length === 0) await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  return found.map(({ knowledge_base_id: _, ordinal: __, ...result }) => result);
}

/** A result with its position in its document, which shows which passages are neighbours. */
type PlacedResult = SearchResult & { ordinal: number };

/**
 * Searches several knowledge bases, all of the workspace's if `ids` is undefined, and returns the best results of all.
 * Unknown ids are skipped: an agent may name a base that has been deleted.
 */
export async function searchKnowledgeBases(
  platform: Platform,
  workspaceId: string,
  ids: readonly string[] | undefined,
  question: KnowledgeQuestion,
  signal: AbortSignal,
): Promise<PlacedResult[]> {
  await waitWhileHeld(workspaceId, ids, signal);
  const bases = await findSearchableBases(platform.database.sql, workspaceId, ids);
  if (bases.length === 0) return [];
  const search = { platform, workspaceId, bases, question, signal };
  const scored = question.mode === 'semantic' ? await searchByMeaning(search) : await searchHybrid(search);
  let most = 0;
  return scored
    .toSorted((a, b) => b.order - a.order || a.chunk.id.localeCompare(b.chunk.id))
    .toReversed()
    .map(({ chunk, score }) => {
      // An earlier result is at least as relevant as a later one: the order knows more about both.
      most = Math.max(most, score);
      return { ...chunk, score: most };
    })
    .toReversed()
    .filter(({ score }) => score >= (question.min_score ?? 0))
    .slice(0, question.top_k ?? 5);
}

interface Search {
  readonly platform: Platform;
  readonly workspaceId: string;
  readonly bases: readonly SearchableBase[];
  readonly question: KnowledgeQuestion;
  readonly signal: AbortSignal;
}

async function searchHybrid(search: Search): Promise<Scored[]> {
  const { platform, workspaceId, bases, question } = search;
  const { database } = platform;
  const ids = bases.map(({ id }) => id);
  const filter = question.filter ?? {};
  const labels = bases.every((base) => base.is_labelled) ? toLabels(workspaceId, filter) : undefined;
  const bounds = { workspaceId, knowledgeBaseIds: ids, filter, labels };
  const wanted = Math.max(hybridCandidates, (question.top_k ?? 5) * 4);
  const findWords = async () => {
    const read = await readQuestion(database.sql, bases, question.query, question.context?.text, labels);
    return { read, found: await findByWords(database.sql, read, bounds) };
  };
  const byWords = findWords();
  const groups = groupByModel(bases).map(async ([model, group]): Promise<Scored[]> => {
    // A model server's vectors are searched at the same time; the built-in embedding waits for the corrected spelling.
    const isAhead = model !== hashEmbeddingName;
    const text = isAhead ? toWholeQuestion(question) : (await byWords).read.text;
    const vector = await embedIfPossible(search, model, text);
    // Without a direction, it is like no chunk.
    const opened = openGroup(search, model, group, vector ?? new Float32Array(group[0]?.dimensions ?? 0), wanted);
    if (opened === undefined) return [];
    const ahead = isAhead ? settle(findAheadBy(vector, database, opened)) : undefined;
    const { read, found } = await byWords;
    const candidates = await findCandidates(database, opened, read, found, ahead, question.top_k ?? 5);
    const background = (await ahead)?.background ?? 0;
    // Letters alone would answer a new question about something else from the words of the earlier one.
    const fewTopics = question.context?.isCertain === true ? 3 : 2;
    const mayParaphrase = question.context === undefined || read.ownTopics < fewTopics;
    const toScored = ({ chunk, words }: Candidate, byLetters?: number): Omit<Scored, 'chunk'> => {
      const similarity =
        byLetters === undefined
          ? toSimilarity(chunk.score, model, background)
          : toSimilarity(byLetters, hashEmbeddingName, 0);
      // A follow-up question is likely answered by a document cited for the earlier question.
      const isNamed = words.rank > 0 && question.context?.documentIds.includes(chunk.document_id) === true;
      const bonus = isNamed ? contextBonus * read.contextShare : 0;
      const score =
        isAhead || words.isOwn || mayParaphrase ? toRelevance(words, similarity + bonus, read.chunkCount) : 0;
      return { order: toOrder(words, similarity) + bonus, score };
    };
    // Texts can only raise the score of a candidate, so the best ones without texts are the best ones with texts, too.
    const best = candidates
      .map((candidate) => ({ candidate, scored: toScored(candidate) }))
      .toSorted((a, b) => b.scored.order - a.scored.order)
      .slice(0, Math.max(readClosely, question.top_k ?? 5));
    const texts = await findTexts(
      database.sql,
      workspaceId,
      best.map(({ candidate }) => candidate.chunk.id),
    );
    const closely = best.slice(0, readClosely).flatMap(({ candidate }) => texts.get(candidate.chunk.id) ?? []);
    const byLetters = vector === undefined ? await compareByLetters(search, read.text, closely) : undefined;
    return best.flatMap(({ candidate, scored }, place) => {
      const chunk = texts.get(candidate.chunk.id);
      if (chunk === undefined) return [];
      const again = place < readClosely && toScored(readAgain(read, candidate, chunk), byLetters?.get(chunk.id));
      return [{ chunk, ...(again || scored) }];
    });
  });
  const [scored] = await Promise.all([Promise.all(groups), byWords]);
  return scored.flat();
}

/** Undefined if the model fails and the search may do without it. */
async function embedIfPossible(
  { platform, question, signal }: Search,
  model: string,
  text: string,
): Promise<Float32Array | undefined> {
  if (question.onWordsOnly === undefined) return embedQuery(platform, model, text, signal);
  const found = await embedIfAvailable(platform, model, text, signal);
  if (!(found instanceof ModelError)) return found;
  platform.log.warn({ err: found, model }, 'knowledge bases are searched by words only: the embedding model failed');
  question.onWordsOnly(found);
  return undefined;
}

/**
 * The cosine of each chunk with the question by the built-in embedding, in place of that of a model that failed: the
 * relevance was fitted to words and similarity together. By the chunks' ids.
 */
async function compareByLetters(
  { platform, signal }: Search,
  question: string,
  chunks: readonly ChunkText[],
): Promise<Map<string, number>> {
  const inputs = chunks.map(({ content, metadata: { heading } }) =>
    writeEmbeddingInput(content, typeof heading === 'string' ? heading : undefined),
  );
  const model = platform.models.embedding(hashEmbeddingName);
  const [asked = new Float32Array(), ...vectors] = await model.embed([question, ...inputs], signal);
  const cosine = (vector: Float32Array): number => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0);
  return new Map(chunks.flatMap(({ id }, at) => (vectors[at] === undefined ? [] : [[id, cosine(vectors[at])]])));
}

async function findAheadBy(
  vector: Float32Array | undefined,
  database: Database,
  group: SearchGroup,
): Promise<FoundAhead> {
  return vector === undefined ? { near: [], background: 0 } : findAhead(database, group, isFiltered(group.bounds));
}

/** A promise that is awaited later: without this, Node would exit if it were rejected before. */
function settle<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function searchByMeaning(search: Search): Promise<Scored[]> {
  const { platform, workspaceId, question, bases } = search;
  const groups = groupByModel(bases).map(async ([model, group]): Promise<Scored[]> => {
    const vector = await embedQuery(platform, model, toWholeQuestion(question), search.signal);
    const opened = openGroup(search, model, group, vector, question.top_k ?? 5);
    if (opened === undefined) return [];
    const { near, background } = await findAhead(platform.database, opened);
    const texts = await findTexts(
      platform.database.sql,
      workspaceId,
      near.map(({ id }) => id),
    );
    return near.flatMap(({ id, score }) => {
      const chunk = texts.get(id);
      const similarity = toSimilarity(score, model, background);
      return chunk === undefined ? [] : [{ chunk, order: similarity, score: toSemanticRelevance(similarity) }];
    });
  });
  return (await Promise.all(groups)).flat();
}

/** The text that is embedded for a question: a follow-up means little without the previous question. */
function toWholeQuestion({ query, context }: KnowledgeQuestion): string {
  return context === undefined ? query : `${context.text}\n${query}`;
}

/** The bases of a model whose vectors are as long as the question's; undefined if there are none. */
function openGroup(
  { workspaceId, question }: Search,
  model: string,
  group: readonly SearchableBase[],
  vector: Float32Array,
  limit: number,
): SearchGroup | undefined {
  const bases = group.filter(({ dimensions }) => dimensions === vector.length);
  if (bases.length === 0) return undefined;
  return {
    model,
    bases,
    bounds: {
      workspaceId,
      knowledgeBaseIds: bases.map(({ id }) => id),
      filter: question.filter ?? {},
      vector: writeQuestionVector(vector),
      dimensions: vector.length,
      limit,
    },
  };
}

/** Bases with one model share the question's vector; models may differ in the length of theirs. */
function groupByModel(bases: readonly SearchableBase[]): [string, SearchableBase[]][] {
  return [...Map.groupBy(bases, ({ embedding_model: model }) => model)];
}
