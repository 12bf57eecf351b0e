import { Retrieval } from '@portico/shared-types';
import { spellOut } from '../../../../platform/lexicon/chat-spelling.ts';
import { findContext, namesTopics } from '../../../../platform/lexicon/follow-up.ts';
import { type AskedOwn, rateOwn, readOwn } from '../../../../platform/lexicon/own-place.ts';
import { listQuestions, splitQuestion } from '../../../../platform/lexicon/split-question.ts';
import type { Passage } from '../../../../platform/models/chat-model.ts';
import { ModelError } from '../../../../platform/models/model-error.ts';
import { toPassage } from '../../../agents/index.ts';
import type { TraceRecorder } from '../trace-recorder.ts';
import { rewriteQuestion } from './rewrite-question.ts';
import type { ReplyRun } from '../run-reply.ts';
import { cutText } from '../../../../platform/cut-text.ts';

export interface FoundPassages {
  /** Passages relevant enough to answer from, best first. */
  readonly passing: Passage[];
  /** The nearest passages if none is relevant. */
  readonly nearest: Passage[];
  /** A search was by words only because the embedding model was away: more may be found later. */
  readonly isPartial: boolean;
}

/** Number of documents that are named if none is relevant. */
const maxNearest = 3;
const maxQuery = 8_000;
/** How much more relevant than others a passage for a part of the question must be. */
const surelyPasses = 2;

/**
 * Searches the agent's knowledge bases for the question, completed from the conversation if it depends on it. If the
 * model's completion finds nothing, it may have missed the question, which is then completed by rule. A model gets the
 * message as it was written. Undefined for an agent without knowledge bases, so that the model doesn't mention documents
 * that it was not given.
 */
export async function findPassages(
  run: ReplyRun,
  message: string,
  trace: TraceRecorder,
): Promise<FoundPassages | undefined> {
  const question = spellOut(message);
  const { platform, reply, agent, signal } = run;
  if (agent.knowledge_base_ids.length === 0) return undefined;
  const { mode, top_k: topK, min_score: minScore, rewrite } = Retrieval.parse(agent.retrieval);
  let isPartial = false;
  const search = async ({ query, shown, context }: CompleteQuestion): Promise<Passage[]> => {
    const startedAt = performance.now();
    let note: string | undefined;
    const wanted = {
      workspaceId: reply.workspaceId,
      knowledgeBaseIds: agent.knowledge_base_ids,
      query: cutText(query, maxQuery),
      topK,
      mode,
      context,
      onWordsOnly: (reason: Error) => {
        note = `The search was only by words, because the embedding model failed: ${reason.message}`;
        isPartial ||= reason instanceof ModelError && reason.retryable;
      },
    };
    const found = (await platform.agents.ports.searchKnowledge(wanted, signal)).map(toPassage);
    const input = { query: shown, top_k: topK };
    const noted = note === undefined ? {} : { result: note };
    trace.step({ type: 'retrieval', name: mode, arguments: input, ...noted }, startedAt);
    return found;
  };
  const passes = ({ score }: Passage): boolean => score >= minScore;

  const own = readOwn(question, listEarlier(run).length === 0);
  const named = own?.word;
  const alone = { query: named ?? question, shown: named ?? question };
  const searchByRule = async (): Promise<[CompleteQuestion, Passage[]]> => {
    const followUp = named === undefined ? completeByRule(run, question) : undefined;
    if (followUp?.context.isCertain === true) return [followUp, await search(followUp)];
    const found = await search(alone);
    if (own !== undefined && !found.some((passage) => passes(passage) && mayAnswer(own, passage))) {
      for (const query of [own.noun, own.spare].filter((other) => other !== undefined)) {
        const spare = { query, shown: query };
        const foundSpare = await search(spare);
        if (foundSpare.some(passes)) return [spare, joinPassages(foundSpare, found.filter(passes))];
      }
    }
    if (followUp === undefined || beginsSubject(question, found.filter(passes), followUp.context))
      return [alone, found];
    const completed = await search(followUp);
    return completed.some(passes) ? [followUp, completed] : [alone, found];
  };

  // Together, the words of two questions in one message are in no passage.
  const searchParts = async (questions: readonly string[]): Promise<Passage[]> => {
    if (minScore * surelyPasses > 1) return [];
    const queries = questions.map((part) => readOwn(part, false)?.word ?? part);
    const parts = await Promise.all(queries.map(async (query) => search({ query, shown: query })));
    const best = new Map<string, Passage>();
    for (const passage of parts.flat().filter(({ score }) => score >= minScore * surelyPasses))
      if ((best.get(passage.chunk_id)?.score ?? 0) < passage.score) best.set(passage.chunk_id, passage);
    return [...best.values()].toSorted((a, b) => b.score - a.score).slice(0, topK);
  };

  const rewritten = rewrite ? await rewriteEarlier(run, message, trace) : alone;
  let [asked, found] = rewritten === undefined ? await searchByRule() : [rewritten, await search(rewritten)];
  if (rewritten !== undefined && rewritten.query !== question && !found.some(passes)) {
    const byRule = await searchByRule();
    if (byRule[1].some(passes)) [asked, found] = byRule;
  }
  if (question !== message && !found.some(passes)) {
    // What looked like chat spelling may be a name.
    const typed = { query: message, shown: message };
    const byMessage = await search(typed);
    if (byMessage.some(passes)) [asked, found] = [typed, byMessage];
  }
  if (!found.some(passes)) {
    const ofParts = await searchParts(splitQuestion(question));
    if (ofParts.length > 0) found = ofParts;
  } else {
    // The passages about one of the questions may leave no room for those about another.
    found = joinPassages(found, await searchParts(listQuestions(question)));
  }
  trace.rewrittenQuery = asked.shown === message ? null : asked.shown;
  trace.found(found);
  const passing = found.filter(passes);
  return { passing, nearest: passing.length > 0 ? [] : found.slice(0, maxNearest), isPartial };
}

/** A passage with the words for paying may be about a gift card. */
function mayAnswer(own: AskedOwn, { content }: Passage): boolean {
  return own.matter !== 'payment' || rateOwn(own, content) === 'answer';
}

function joinPassages(first: readonly Passage[], others: readonly Passage[]): Passage[] {
  const ids = new Set(first.map(({ chunk_id: id }) => id));
  return [...first, ...others.filter(({ chunk_id: id }) => !ids.has(id))];
}

interface CompleteQuestion {
  readonly query: string;
  /** The query as the trace shows it. */
  readonly shown: string;
  readonly context?: FollowUp['context'];
}

interface FollowUp extends CompleteQuestion {
  readonly context: { readonly text: string; readonly documentIds: readonly string[]; readonly isCertain: boolean };
}

/** A follow-up as rewritten by the model; undefined if the built-in model replies, or the model fails. */
async function rewriteEarlier(
  run: ReplyRun,
  question: string,
  trace: TraceRecorder,
): Promise<CompleteQuestion | undefined> {
  if (listEarlier(run).length === 0) return undefined;
  const query = await rewriteQuestion(run, question, trace);
  return query === undefined ? undefined : { query, shown: query };
}

/** A follow-up with the questions that it depends on; undefined if the question is independent. */
function completeByRule(run: ReplyRun, question: string): FollowUp | undefined {
  const earlier = findContext(question, listEarlier(run));
  if (earlier === undefined) return undefined;
  const { text, isCertain } = earlier;
  const last = run.history.find(({ role }) => role === 'assistant');
  const documentIds = (last?.citations ?? []).map(({ document_id: id }) => id);
  return { query: question, shown: `${text}\n${question}`, context: { text, documentIds, isCertain } };
}

/** Whether a short question can be answered, and not from the documents that were cited last. */
function beginsSubject(question: string, passing: readonly Passage[], { documentIds }: FollowUp['context']): boolean {
  if (passing.length === 0) return false;
  return namesTopics(question, passing) || !passing.some(({ document_id: id }) => documentIds.includes(id));
}

/** The earlier questions, oldest first. */
function listEarlier({ history, reply }: ReplyRun): string[] {
  return history
    .filter(({ role, id }) => role === 'user' && id !== reply.userMessageId)
    .map(({ content }) => spellOut(content))
    .toReversed();
}
