import { parseEvent } from '../../platform/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import { EventStream } from '../../platform/sse.ts';
import { continueThread, getTrace, type ReplyHandle, type ThreadsPlatform } from '../threads/index.ts';
import type { ChatCompletion } from './chat-completions.schemas.ts';
import { type CompletionCall, sendCompletion } from './complete-chat.ts';
import { CompletionWriter, type Finished } from './write-completion.ts';

/** Writes a reply in a thread: the server writes it to its end whether or not the client stays connected. */
export async function continueChat(
  platform: ThreadsPlatform,
  { workspaceId, agent, body, conversation }: CompletionCall,
  signal: AbortSignal,
): Promise<ChatCompletion | EventStream> {
  const threadId = body.metadata?.['thread_id'];
  const reply = await continueThread(platform, { workspaceId, agentId: agent.id, threadId, ...conversation });
  const hasUsage = body.stream_options?.include_usage === true;
  const writer = new CompletionWriter({
    id: reply.messageId ?? reply.userMessageId,
    model: body.model,
    threadId: reply.threadId,
    hasUsage,
  });
  if (body.stream !== true) {
    const message = await reply.finished(signal);
    return writer.whole(message?.content ?? '', await finish(platform, workspaceId, reply, signal));
  }
  return new EventStream(async (send, gone) =>
    sendCompletion(platform, send, {
      writer,
      texts: readTexts(reply, gone),
      end: async () => finish(platform, workspaceId, reply, gone),
    }),
  );
}

async function* readTexts(reply: ReplyHandle, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  for await (const record of reply.events(signal)) {
    if (record.event !== 'message:delta') continue;
    const { content } = parseEvent(record);
    if (typeof content === 'string') yield content;
  }
}

async function finish(
  platform: Platform,
  workspaceId: string,
  { threadId, messageId, finished }: ReplyHandle,
  signal: AbortSignal,
): Promise<Finished> {
  const message = await finished(signal);
  // A person took over before any text was written.
  if (message === null || messageId === null) return { usage: null, citations: [], finishReason: 'stop' };
  const { steps } = await getTrace(platform, { workspaceId, threadId, messageId });
  const last = steps.findLast(({ type }) => type === 'model');
  return { usage: message.usage ?? null, citations: message.citations, finishReason: last?.finish_reason ?? 'stop' };
}
