import { Retrieval } from '@portico/shared-types';
import { findContext } from '../../../../platform/lexicon/follow-up.ts';
import type { Passage } from '../../../../platform/models/chat-model.ts';
import { toPassage } from '../../../agents/index.ts';
import type { TraceRecorder } from '../trace-recorder.ts';
import { rewriteQuestion } from './rewrite-question.ts';
import type { ReplyRun } from '../run-reply.ts';

export interface FoundPassages {
  /** Passages relevant enough to answer from, best first. */
  readonly passing: Passage[];
  /** The nearest passages if none is relevant. */
  readonly nearest: Passage[];
}

/** Number of documents that are named if none is relevant. */
const maxNearest = 3;
const maxQuery = 8_000;

/**
 * Searches the agent's knowledge bases for the question, completed from the conversation if it depends on it. Undefined
 * for an agent without knowledge bases, so that the model doesn't mention documents that it was not given.
 */
export async function findPassages(
  run: ReplyRun,
  question: string,
  trace: TraceRecorder,
): Promise<FoundPassages | undefined> {
  const { platform, reply, agent, signal } = run;
  if (agent.knowledge_base_ids.length === 0) return undefined;
  const { mode, top_k: topK, min_score: minScore, rewrite } = Retrieval.parse(agent.retrieval);
  const { query, context } = rewrite ? await completeQuestion(run, question, trace) : { query: question };
  const startedAt = performance.now();
  const search = {
    workspaceId: reply.workspaceId,
    knowledgeBaseIds: agent.knowledge_base_ids,
    query: query.slice(0, maxQuery),
    topK,
    mode,
    context,
  };
  const found = (await platform.agents.ports.searchKnowledge(search, signal)).map(toPassage);
  trace.found(found);
  trace.step(
    { type: 'retrieval', name: mode, arguments: { query: trace.rewrittenQuery ?? query, top_k: topK } },
    startedAt,
  );
  const passing = found.filter(({ score }) => score >= minScore);
  return { passing, nearest: passing.length > 0 ? [] : found.slice(0, maxNearest) };
}

interface CompleteQuestion {
  readonly query: string;
  readonly context?: { text: string; documentIds: string[] };
}

/** A follow-up as rewritten by the model; by rule if the built-in model replies, or the model fails. */
async function completeQuestion(run: ReplyRun, question: string, trace: TraceRecorder): Promise<CompleteQuestion> {
  const earlier = run.history
    .filter(({ role, id }) => role === 'user' && id !== run.reply.userMessageId)
    .map(({ content }) => content)
    .toReversed();
  if (earlier.length === 0) return { query: question };
  const rewritten = await rewriteQuestion(run, question, trace);
  if (rewritten !== undefined) {
    trace.rewrittenQuery = rewritten === question ? null : rewritten;
    return { query: rewritten };
  }
  const text = findContext(question, earlier);
  if (text === undefined) return { query: question };
  const last = run.history.find(({ role }) => role === 'assistant');
  trace.rewrittenQuery = `${text}\n${question}`;
  return { query: question, context: { text, documentIds: (last?.citations ?? []).map(({ document_id: id }) => id) } };
}
