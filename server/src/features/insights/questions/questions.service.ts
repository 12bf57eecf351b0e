import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AnsweredQuestion,
  KnowledgeDocument,
  QuestionAnswer,
  QuestionGroup,
  QuestionListQuery,
} from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { describeMissing } from '../../../platform/hold-references.ts';
import type { Page } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type AgentRow, findAgent } from '../../agents/index.ts';
import { addDocument, getDocument } from '../../knowledge-bases/index.ts';
import { replyOnce, type ThreadsPlatform } from '../../threads/index.ts';
import { closeGroup, findAskedAgents, findGroup, listGroups, reopenGroup } from './questions.sql.ts';
import { cutText } from '../../../platform/cut-text.ts';

/** A page of the groups that match the query, the most frequent first. */
export async function listQuestionPage(
  platform: Platform,
  workspaceId: string,
  query: QuestionListQuery,
): Promise<Page<QuestionGroup>> {
  return listGroups(platform.database.sql, workspaceId, query);
}

/** One group with all its questions counted, also one that is no longer open. Throws 404. */
export async function getQuestion(platform: Platform, workspaceId: string, id: string): Promise<QuestionGroup> {
  const group = await findGroup(platform.database.sql, workspaceId, id);
  if (group === undefined) throw notFound('question', id);
  return group;
}

const pollMs = 100;
/** Maximum milliseconds to index an answer. */
const maxIndexingMs = 60_000;

/**
 * Writes the answer to a group's question into a knowledge base, and asks the agent again. The document is stored in the
 * commit that closes the group, so that of several answers only one is stored, even if this process dies. Throws 404,
 * 400 for a group that is no longer open or a knowledge base that doesn't exist, and 500 execution_failed if the answer
 * can't be indexed; the group is then open again.
 */
export async function answerQuestion(
  platform: ThreadsPlatform,
  workspaceId: string,
  id: string,
  { knowledge_base_id: knowledgeBaseId, content }: QuestionAnswer,
  signal: AbortSignal,
): Promise<AnsweredQuestion> {
  const { question, state } = await requireOpenGroup(platform, workspaceId, id);
  const name = cutText(question, 300);
  const text = `# ${question}\n\n${content.trim()}\n`;
  const { sql } = platform.database;
  const close = async (tx: Sql, { id: documentId }: KnowledgeDocument): Promise<void> => {
    if (!(await closeGroup(tx, workspaceId, id, { state: 'answered', documentId }))) throw notOpen();
  };
  const adding = addDocument(platform, workspaceId, knowledgeBaseId, { name, text }, close);
  const { document: added } = await adding.catch(blameField);
  const document = await waitUntilIndexed(platform, workspaceId, added, signal).catch(async (error: unknown) => {
    if (error instanceof ApiError) await reopenGroup(sql, workspaceId, id, { state, documentId: added.id });
    throw error;
  });
  const reply = await askAgain(platform, workspaceId, id, { question, knowledgeBaseId }, signal);
  return { question: await getQuestion(platform, workspaceId, id), document, reply };
}

/** Dismisses a group without an answer. Throws 404, and 400 for a group that is no longer open. */
export async function dismissQuestion(platform: Platform, workspaceId: string, id: string): Promise<QuestionGroup> {
  await requireOpenGroup(platform, workspaceId, id);
  const to = { state: 'dismissed', documentId: null } as const;
  if (!(await closeGroup(platform.database.sql, workspaceId, id, to))) throw notOpen();
  return getQuestion(platform, workspaceId, id);
}

async function requireOpenGroup(platform: Platform, workspaceId: string, id: string): Promise<QuestionGroup> {
  const group = await getQuestion(platform, workspaceId, id);
  if (group.state === 'answered' || group.state === 'dismissed') throw notOpen(group.state);
  return group;
}

function notOpen(state?: string): ApiError {
  const message = `the question is ${state ?? 'no longer open'}`;
  return invalid({ path: 'params.id', message, code: 'not_in_this_state' }, state === undefined ? {} : { state });
}

/** The base is named in the body, not in the path: its 404 becomes the 400 of the field, also if it was just deleted. */
function blameField(error: unknown): never {
  const isMissing = error instanceof ApiError && error.code === 'resource_not_found';
  throw isMissing ? invalid(describeMissing({ path: 'body.knowledge_base_id', resource: 'knowledge base' })) : error;
}

async function waitUntilIndexed(
  platform: Platform,
  workspaceId: string,
  { id, knowledge_base_id: knowledgeBaseId }: KnowledgeDocument,
  signal: AbortSignal,
): Promise<KnowledgeDocument> {
  const end = performance.now() + maxIndexingMs;
  while (performance.now() < end) {
    const document = await getDocument(platform, workspaceId, knowledgeBaseId, id);
    if (document.status === 'ready') return document;
    if (document.status === 'failed') {
      throw new ApiError('execution_failed', `The answer could not be indexed: ${document.error?.message ?? ''}`);
    }
    await sleep(pollMs, undefined, { signal });
  }
  throw new ApiError('execution_failed', 'The answer was not indexed in time. It has been saved; try again later.');
}

/** The agent's reply now; null if no agent is left, or its model is unavailable. */
async function askAgain(
  platform: ThreadsPlatform,
  workspaceId: string,
  groupId: string,
  { question, knowledgeBaseId }: { question: string; knowledgeBaseId: string },
  signal: AbortSignal,
): Promise<AnsweredQuestion['reply']> {
  const agent = await chooseAgent(platform, workspaceId, groupId, knowledgeBaseId);
  if (agent === undefined) return null;
  try {
    const turns = [{ role: 'user' as const, content: question }];
    const reply = await replyOnce(platform, { workspaceId, agent, turns, onDelta: () => undefined }, signal);
    return { content: reply.content, citations: [...reply.citations], outcome: reply.outcome };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    platform.log.warn({ err: error, group_id: groupId }, 'an answered question could not be asked again');
    return null;
  }
}

/** The most recently asked agent, preferably one that searches the base with the answer. */
async function chooseAgent(
  platform: Platform,
  workspaceId: string,
  groupId: string,
  knowledgeBaseId: string,
): Promise<AgentRow | undefined> {
  const { sql } = platform.database;
  const agents: AgentRow[] = [];
  for (const id of await findAskedAgents(sql, groupId)) {
    const agent = await findAgent(sql, workspaceId, id);
    if (agent?.status === 'active') agents.push(agent);
  }
  return agents.find(({ knowledge_base_ids: ids }) => ids.includes(knowledgeBaseId)) ?? agents[0];
}
