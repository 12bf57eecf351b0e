import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from '../loopback.ts';
import { answerChat, type ChatBody } from './answer-chat.ts';
import { answerEmbeddings, type EmbeddingsBody } from './answer-embeddings.ts';
import { answerResponse } from './answer-response.ts';
import type { ModelReply } from './model-reply.ts';

export interface RecordedCall<Body = Record<string, unknown>> {
  path: string;
  headers: IncomingMessage['headers'];
  body: Body;
  /** True once the client has disconnected before the end of the response. */
  aborted: boolean;
}

interface ModelServerOptions {
  port?: number;
  dimensions?: number;
  /** The models that `/v1/models` lists; none by default. */
  models?: readonly string[];
}

type Script = ModelReply | ((call: RecordedCall) => ModelReply | Promise<ModelReply>);

export interface ModelServer {
  /** The base URL with /v1, for OPENAI_BASE_URL. */
  url: string;
  /** Every request in order. */
  calls: RecordedCall[];
  /** Uses each of these for one of the next requests, in order. */
  reply(...scripts: Script[]): void;
  /** Used for all requests without a script from reply(). */
  always(script: Script): void;
  close(): Promise<void>;
}

/**
 * A double of an OpenAI-compatible server on loopback: chat completions (streamed or not, with tools), embeddings and
 * models. Without a script it repeats the last user message ("You said: …"), or makes the tool call that the message
 * specifies (`call get_weather {"city":"Oslo"}`) if the tool is available; embeddings are hashed from the text.
 */
export async function startModelServer({
  port = 0,
  dimensions = 1536,
  models = [],
}: ModelServerOptions = {}): Promise<ModelServer> {
  const calls: RecordedCall[] = [];
  let scripts: Script[] = [];
  let fallback: Script | null = null;

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method === 'GET' && path === '/v1/models') {
      return sendJson(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    }
    const body = (await json(request)) as Record<string, unknown>;
    const call: RecordedCall = { path, headers: request.headers, body, aborted: false };
    calls.push(call);
    response.on('close', () => (call.aborted = !response.writableFinished));
    const script = scripts.shift() ?? fallback ?? defaultReply;
    const reply = typeof script === 'function' ? await script(call) : script;
    if (reply.delayMs) await sleep(reply.delayMs);
    if (reply.status !== undefined)
      return sendJson(response, reply.status, reply.error ? { error: reply.error } : undefined, reply.headers);
    if (path === '/v1/chat/completions') return answerChat(body as unknown as ChatBody, reply, response);
    if (path === '/v1/responses') return answerResponse(body, reply, response);
    if (path === '/v1/embeddings')
      return answerEmbeddings(body as unknown as EmbeddingsBody, reply, response, dimensions);
    return sendJson(response, 404, { error: { message: `no such path: ${path}` } });
  };
  const { url, close } = await listenOnLoopback(server, port);
  return {
    url: `${url}/v1`,
    calls,
    reply: (...next) => void scripts.push(...next),
    always: (script) => {
      fallback = script;
      scripts = [];
    },
    close,
  };
}

function defaultReply(call: RecordedCall): ModelReply {
  const { messages = [], tools = [] } = call.body as unknown as Partial<ChatBody>;
  const last = messages.at(-1);
  const said = readText(last?.content);
  if (last?.role === 'tool') return { text: `The tool answered: ${said}` };
  const [, name = '', given = ''] = /^call (\S+) (\{[\s\S]*\})$/u.exec(said) ?? [];
  if (tools.some((tool) => tool.function.name === name)) return { toolCalls: [{ name, arguments: given }] };
  return { text: `You said: ${said}` };
}

function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '[image]').join(' ');
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
