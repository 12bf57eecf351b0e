import { z } from 'zod';
import { findHandoverRequest } from '../../agents/index.ts';
import { askModel } from '../../credits/index.ts';
import { extractiveModelName } from '../../../platform/models/extractive/extractive-model.ts';
import { listFollowUps } from '../../../platform/models/extractive/follow-ups.ts';
import { findSmallTalk } from '../../../platform/models/extractive/small-talk.ts';
import type { ReplyDraft } from './reply-draft.ts';
import type { ReplyRun, WrittenReply } from './run-reply.ts';
import { cutText } from '../../../platform/cut-text.ts';

const maxQuestions = 3;
const maxCharacters = 120;
/** Maximum characters of the reply and of the passages in the prompt. */
const maxShown = 4_000;
const maxTokens = 150;
/** Milliseconds; the visitor already reads the reply meanwhile, but it has not ended yet. */
const timeoutMs = 5_000;

const instruction = `Suggest up to ${maxQuestions} questions that the visitor may ask next, in the visitor's words and in the language of the conversation.
Each must be short, must not have been answered yet, and must be one that the passages or the agent can answer.
Write one question a line and nothing else. Write nothing if there is no good question.`;

/**
 * Questions that the visitor may ask after this reply, suggested by the model, or by a rule for the built-in model.
 * Empty if the interface doesn't ask for it, nothing was answered, or the model fails or takes too long. The call is
 * part of the reply's usage. Throws the signal's reason.
 */
export async function suggestFollowUps(
  run: ReplyRun,
  draft: ReplyDraft,
  { wantsFollowUps, question, found = [] }: WrittenReply,
): Promise<readonly string[]> {
  const isAnswer = draft.outcome === 'answered' && draft.content.trim() !== '' && findSmallTalk(question) === null;
  if (!wantsFollowUps || !isAnswer || findHandoverRequest(draft.replyToolCalls) !== undefined) return [];
  const { models } = run.platform;
  const model = run.agent.model ?? models.defaultModel;
  if (models.builtin || model === extractiveModelName) {
    const cited = new Set(draft.citations.map(({ chunk_id: id }) => id));
    return listFollowUps(question, found, cited, run.reply.visitor?.locale ?? null);
  }
  try {
    return readQuestions(await ask(run, draft, model, found.map(({ content }) => content).join('\n\n')), question);
  } catch (error) {
    run.signal.throwIfAborted();
    // The reply is complete and doesn't fail because of this.
    run.platform.log.warn({ err: error, message_id: run.reply.id }, 'no follow-up questions were suggested');
    return [];
  }
}

async function ask(
  { platform, agent, reply, history, signal, count }: ReplyRun,
  draft: ReplyDraft,
  model: string,
  passages: string,
): Promise<string> {
  const startedAt = performance.now();
  const asked = history.find(({ id }) => id === reply.userMessageId)?.content ?? '';
  const parts = [
    ...(passages === '' ? [] : [`Passages:\n${cutText(passages, maxShown)}`]),
    `Visitor: ${cutText(asked, maxShown)}`,
    `Agent: ${cutText(draft.content, maxShown)}`,
  ];
  const request = {
    model,
    messages: [
      { role: 'system' as const, content: instruction },
      { role: 'user' as const, content: parts.join('\n\n') },
    ],
    temperature: 0,
    max_tokens: maxTokens,
  };
  const call = { workspaceId: reply.workspaceId, agentId: agent.id, runId: reply.id, name: 'follow-ups', request };
  let text = '';
  for await (const event of askModel(platform, call, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))) {
    if (event.type === 'delta') text += event.content;
    if (event.type !== 'finish') continue;
    count(event.usage);
    draft.trace.step({ type: 'model', name: `${model}: follow-ups`, usage: event.usage }, startedAt);
  }
  return text;
}

/** One question per line; models number or quote them in spite of the instructions, or write them as JSON. */
function readQuestions(text: string, asked: string): string[] {
  const bare = text.toWellFormed().replaceAll(/^\s*```.*$/gmu, '');
  const lines = (readList(bare) ?? bare.split('\n'))
    .map((line) =>
      line
        .replace(/^\s*(?:[-*•–]|\d{1,2}[.)、])\s*/u, '')
        .replaceAll(/^["'“„«「]|["'”“»」]$/gu, '')
        .trim(),
    )
    .filter((line) => /\p{L}/u.test(line) && line.length <= maxCharacters && line !== asked.trim());
  return [...new Set(lines)].slice(0, maxQuestions);
}

const List = z.union([z.array(z.string()), z.object({ questions: z.array(z.string()) })]);

function readList(text: string): string[] | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    const { data } = List.safeParse(JSON.parse(text));
    return Array.isArray(data) ? data : data?.questions;
  } catch {
    return undefined;
  }
}
