import type { Message } from '@portico/shared-types';
import { ApiError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { renameField } from '../../platform/rename-field.ts';
import { EventStream, type Send } from '../../platform/sse.ts';
import { continueThread, getTrace, readText, type ThreadsPlatform } from '../threads/index.ts';
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
  const place = threadId === undefined ? 'body.model' : 'body.metadata.thread_id';
  const continuation = { workspaceId, agentId: agent.id, threadId, ...conversation };
  const reply = await continueThread(platform, continuation).catch(renameField('params.id', place));
  const hasUsage = body.stream_options?.include_usage === true;
  const writer = new CompletionWriter({
    id: reply.messageId ?? reply.userMessageId,
    model: body.model,
    threadId: reply.threadId,
    hasUsage,
  });
  if (body.stream !== true) {
    const message = await reply.finished(signal);
    return writer.whole(message?.content ?? '', await finish(platform, workspaceId, message));
  }
  const run = async (send: Send, gone: AbortSignal): Promise<void> => {
    let sent = '';
    await sendCompletion(platform, send, {
      writer,
      texts: (async function* () {
        for await (const text of readText(reply.events(gone))) {
          sent += text;
          yield text;
        }
      })(),
      end: async () => {
        const message = await reply.finished(gone);
        if (message?.status === 'complete' && message.content !== sent) throw writtenAgain(message);
        return finish(platform, workspaceId, message);
      },
    });
  };
  return new EventStream(run, { beginning: '' });
}

/** The stream can't retract what the client has, and the rest of another text would not continue it. */
function writtenAgain({ id, thread_id: threadId }: Message): ApiError {
  const message = `The reply was interrupted and written again. Read it at /api/v1/threads/${threadId}/messages.`;
  return new ApiError('execution_failed', message, { message_id: id });
}

async function finish(platform: Platform, workspaceId: string, message: Message | null): Promise<Finished> {
  // A person took over before any text was written.
  if (message === null) return { usage: null, citations: [], finishReason: 'stop' };
  const { id: messageId, thread_id: threadId } = message;
  const { steps } = await getTrace(platform, { workspaceId, threadId, messageId });
  const last = steps.findLast(({ type }) => type === 'model');
  return { usage: message.usage ?? null, citations: message.citations, finishReason: last?.finish_reason ?? 'stop' };
}
