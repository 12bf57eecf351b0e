import type { Usage } from '@portico/shared-types';
import type { Sql } from '../../../../platform/database.ts';
import type { ChatMessage } from '../../../../platform/models/chat-model.ts';
import { countTokens } from '../../../../platform/models/count-tokens.ts';
import { countUsage } from '../../../../platform/models/estimate-usage.ts';
import { findAgentOfThread } from '../../../agents/index.ts';
import { findHistory } from '../../messages/messages.sql.ts';
import type { ReplyStep } from '../reply-step.ts';
import { writeStep } from '../write-step.ts';

/** What goes to a model with one call at most (build-history.ts). */
const contextTokens = 32_000;

export interface CancelledReply {
  readonly workspaceId: string;
  readonly threadId: string;
  readonly userMessageId: string;
  readonly steps: readonly ReplyStep[];
  /** All that was said. */
  readonly content: string;
  /** Whether a process had begun to write it. */
  readonly begun: boolean;
}

/**
 * The tokens of a reply that was cut off: its finished steps as the model reported them, and the call in flight by
 * its texts, as no model reports what it was not let finish. Passages and tools of that call aren't known here.
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

/** The texts that the model was asked with, newest first. */
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
