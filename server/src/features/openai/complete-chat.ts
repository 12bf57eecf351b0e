import { setTimeout as wait } from 'node:timers/promises';
import { isDisconnect } from '../../platform/http/disconnect-signal.ts';
import { wrapOpenAiError } from '../../platform/http/openai-error.ts';
import { toApiError } from '../../platform/http/send-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { EventStream, type Send } from '../../platform/sse.ts';
import type { AgentRow } from '../agents/index.ts';
import { replyOnce, type ThreadsPlatform } from '../threads/index.ts';
import type { ChatCompletion, ChatCompletionChunk, ChatCompletionRequest } from './chat-completions.schemas.ts';
import { adaptAgent, type Conversation } from './read-request.ts';
import { CompletionWriter, type Finished } from './write-completion.ts';

/** If the model is silent for this long the stream starts anyway; a failure before that gets its own status. */
const maxSilenceMs = 10_000;

export interface CompletionCall {
  readonly workspaceId: string;
  readonly agent: AgentRow;
  readonly body: ChatCompletionRequest;
  readonly conversation: Conversation;
}

/** Writes a reply that is not stored: it ends when the client disconnects. */
export async function completeChat(
  platform: ThreadsPlatform,
  { workspaceId, agent, body, conversation }: CompletionCall,
  signal: AbortSignal,
): Promise<ChatCompletion | EventStream> {
  const { before, message } = conversation;
  const turns = [...before.filter(({ role }) => role !== 'system'), { role: 'user' as const, content: message }];
  const pieces = new Pieces();
  const onDelta = (text: string): void => pieces.add(text);
  const call = { workspaceId, agent: adaptAgent(agent, body, before), turns, onDelta };
  const hasUsage = body.stream_options?.include_usage === true;
  const reply = replyOnce(platform, call, signal);
  if (body.stream !== true) {
    const { id, content, ...finished } = await reply;
    return new CompletionWriter({ id, model: body.model, hasUsage }).whole(content, finished);
  }
  const isOver = reply.then(
    () => pieces.end(),
    () => pieces.end(),
  );
  await Promise.race([pieces.first, isOver, wait(maxSilenceMs, undefined, { ref: false })]);
  // A failure before the first word gets its own status; later ones are reported in the stream.
  if (pieces.isOver) await reply;
  const writer = new CompletionWriter({ id: crypto.randomUUID(), model: body.model, hasUsage });
  return new EventStream(
    async (send) => sendCompletion(platform, send, { writer, texts: pieces, end: async () => reply }),
    { beginning: '' },
  );
}

interface Sending {
  readonly writer: CompletionWriter;
  readonly texts: AsyncIterable<string>;
  end(): Promise<Finished>;
}

/** Sends a completion as chunks; a failure is OpenAI's error object within the stream. */
export async function sendCompletion(platform: Platform, send: Send, { writer, texts, end }: Sending): Promise<void> {
  const write = async (chunk: ChatCompletionChunk): Promise<void> => {
    await send({ event: '', text: JSON.stringify(chunk) });
  };
  try {
    await write(writer.first());
    for await (const text of texts) await write(writer.delta(text));
    for (const chunk of writer.last(await end())) await write(chunk);
  } catch (error) {
    if (isDisconnect(error)) return;
    const known = toApiError(error);
    if (known.code === 'internal_error') platform.log.warn({ err: error }, 'a completion was interrupted');
    await send({ event: '', text: JSON.stringify(wrapOpenAiError(known)) });
  }
  await send({ event: '', text: '[DONE]' });
}

/** Texts passed from the writer to the sender; waiting texts are joined. */
class Pieces implements AsyncIterable<string> {
  readonly first: Promise<void>;
  #text = '';
  isOver = false;
  #wake: () => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.first = promise;
    this.#wake = resolve;
  }

  add(text: string): void {
    this.#text += text;
    this.#wake();
  }

  end(): void {
    this.isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    for (;;) {
      if (this.#text !== '') {
        const text = this.#text;
        this.#text = '';
        yield text;
      } else if (this.isOver) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
