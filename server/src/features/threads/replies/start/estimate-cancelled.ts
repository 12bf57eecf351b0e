import type { Usage } from '@portico/shared-types';
import type { Sql } from '../../../../platform/database.ts';
import type { ChatMessage } from '../../../../platform/models/chat-model.ts';
import { countTokens } from '../../../../platform/models/count-tokens.ts';
import { countUsage } from '../../../../platform/models/estimate-usage.ts';
import { findAgentOfThread } from '../../../agents/index.ts';
import { findHistory } from '../../messages/messages.sql.ts';
import type { ReplyStep } from '../reply-step.ts';
import { writeStep } from '../write-step.ts';

/** Maximum tokens of the conversation in one model call (build-history.ts). */
const contextTokens = 32_000;

export interface CancelledReply {
  readonly workspaceId: string;
  readonly threadId: string;
  readonly userMessageId: string;
  readonly steps: readonly ReplyStep[];
  /** The whole text so far. */
  readonly content: string;
  /** Whether a process had started to write it. */
  readonly begun: boolean;
}

/**
 * The tokens of an interrupted reply: its finished steps as the model reported them, and the call in flight estimated
 * from its texts, because models report no usage for an interrupted call. Passages and tools of that call are not
 * included.
 */
export async function estimateCancelled(sql: Sql, reply: CancelledReply): Promise<Usage> {
  const { steps, content } = reply;
  const said = steps.flatMap((step) => (step.content === '' ? [] : [step.content])).join('\n\n');
  const isCalling = reply.begun && steps.every(({ calls, results }) => calls.every(({ id }) => id in results));
  const last = isCalling
    ? countUsage({ messages: await findPrompt(sql, reply) }, content.slice(said.length).trim())
    : { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const all = [...steps.map(({ usage }) => usage), last];
  const sum = (field: 'prompt_tokens' | 'completion_tokens' | 'total_tokens'): number =>
    all.reduce((total, usage) => total + usage[field], 0);
  return {
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
    total_tokens: sum('total_tokens'),
    estimated: true,
  };
}

/** The texts of the prompt, newest first. */
async function findPrompt(sql: Sql, reply: CancelledReply): Promise<ChatMessage[]> {
  const { workspaceId, threadId, userMessageId, steps } = reply;
  const agent = await findAgentOfThread(sql, workspaceId, threadId);
  const rows = await findHistory(sql, workspaceId, threadId, userMessageId, 100);
  let tokensLeft = contextTokens;
  const history: ChatMessage[] = [];
  for (const { role, content } of rows) {
    tokensLeft -= countTokens(content, contextTokens);
    if (tokensLeft < 0 && history.length > 0) break;
    history.push({ role, content });
  }
  return [
    { role: 'system', content: agent?.system_prompt ?? '' },
    ...history,
    ...steps.flatMap((step) => writeStep(step)),
  ];
}
