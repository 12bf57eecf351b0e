import type { ThreadsPlatform } from '../../thread-ports.ts';
import { createId } from '../../../../platform/ids.ts';
import { findAgentOfThread } from '../../../agents/index.ts';
import { findNewestMessages } from '../../messages/newest-messages.sql.ts';
import type { ThreadKey } from '../../thread-ports.ts';
import { findConversation } from '../context/build-history.ts';
import { ReplyDraft } from '../reply-draft.ts';
import type { ReplyChannel } from '../reply-writer.ts';
import { runReply } from '../run-reply.ts';

const recent = 50;

/**
 * Writes the agent's reply to the newest user message of a thread as a suggestion for a person. Nothing is stored, and
 * only those of the agent's tools are used that read its knowledge. Yields the text in deltas; nothing if there is no
 * message, or the agent was deleted. Throws a ModelError, or the signal's reason.
 */
export async function* suggestReply(
  platform: ThreadsPlatform,
  { workspaceId, threadId }: ThreadKey,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { sql } = platform.database;
  const agent = await findAgentOfThread(sql, workspaceId, threadId);
  const messages = await findNewestMessages(sql, workspaceId, threadId, recent, undefined);
  const asked = messages.findLast(({ role }) => role === 'user');
  if (agent === undefined || asked === undefined) return;
  const id = createId('msg');
  const reply = {
    id,
    workspaceId,
    threadId,
    agentId: agent.id,
    userMessageId: asked.id,
    lease_token: 0,
    broken_off: 0,
    steps: [],
    visitor: null,
  };
  const history = await findConversation(sql, reply);
  const pieces: string[] = [];
  let wake = (): void => undefined;
  let isOver = false;
  const channel: ReplyChannel = {
    delta: (content) => {
      pieces.push(content);
      wake();
    },
    event: () => undefined,
    drain: async () => undefined,
  };
  const draft = new ReplyDraft(channel);
  const reading = { ...agent, tools: agent.tools.filter(({ type }) => type === 'knowledge') };
  const run = runReply(
    {
      platform,
      reply,
      agent: reading,
      history,
      channel,
      keepSteps: async () => undefined,
      signal,
      count: () => undefined,
    },
    draft,
  ).finally(() => {
    isOver = true;
    wake();
  });
  // Awaited below; prevents an unhandled rejection until then.
  run.catch(() => undefined);
  for (;;) {
    const piece = pieces.shift();
    if (piece !== undefined) yield piece;
    else if (isOver) break;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  await run;
}
