import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** A reply that a test writes in parts, once the server has requested it. */
export type HeldReply = {
  /** Resolves with the question as soon as the server sends it. */
  readonly asked: Promise<string>;
  write: (text: string) => Promise<void>;
  /** Ends it with a call of a tool. */
  call: (tool: string, input: Record<string, unknown>) => Promise<void>;
  end: () => Promise<void>;
};

/** The response to one request: a text, one in pieces, a tool call, or an error. */
export type Script =
  { text: string | readonly string[] } | { tool: string; arguments: Record<string, unknown> } | { status: number };

export type Model = {
  /** The value for OPENAI_BASE_URL. */
  url: string;
  /**
   * The model's name. `reset` changes it, because an agent of an earlier test may still be waiting for a tool: its late
   * request names the earlier model, and gets none of the new scripts.
   */
  readonly name: string;
  /** Responds to the next requests with these, one each; without a script the double repeats its input. */
  answer: (...scripts: Script[]) => void;
  /** The next request's reply stays open until the test ends it. */
  hold: () => HeldReply;
  /** Removes unused scripts, ends open replies and changes the name. */
  reset: () => void;
  stop: () => Promise<void>;
};

type Answer = (question: string, response: ServerResponse, isStream: boolean) => void;

/** A test double of an OpenAI-compatible server on loopback, with chat completions at the test's pace. */
export async function startModel(): Promise<Model> {
  let answers: Answer[] = [];
  let tests = 1;
  const name = (): string => `double-${tests}`;
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      // The list from which the server chooses its default model.
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data: [{ id: name(), object: 'model' }] }));
      return;
    }
    void readQuestion(request).then(({ model, question, isStream }) => {
      open.add(response);
      response.on('close', () => open.delete(response));
      const scripted = model === name() ? answers.shift() : undefined;
      const answer = scripted ?? tell({ text: `You said: ${question}` });
      answer(question, response, isStream);
    });
  });
  const { url, stop } = await listenOnLoopback(server);
  const reset = (): void => {
    answers = [];
    tests += 1;
    for (const response of open) response.destroy();
  };
  return {
    url: `${url}/v1`,
    get name() {
      return name();
    },
    answer: (...scripts) => void answers.push(...scripts.map(tell)),
    hold: () => holdNext((answer) => answers.push(answer)),
    reset,
    stop,
  };
}

function holdNext(queue: (answer: Answer) => void): HeldReply {
  const { promise, resolve } = Promise.withResolvers<{ question: string; response: ServerResponse }>();
  queue((question, response) => {
    begin(response);
    resolve({ question, response });
  });
  return {
    asked: promise.then(({ question }) => question),
    write: async (text) => {
      const { response } = await promise;
      send(response, { content: text });
    },
    call: async (tool, input) => callTool((await promise).response, tool, input),
    end: async () => finish((await promise).response, 'stop'),
  };
}

function tell(script: Script): Answer {
  return (_question, response, isStream) => {
    if ('status' in script) {
      response.writeHead(script.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'refused by the double' } }));
      return;
    }
    if (!isStream) throw new Error('the product streams every reply');
    begin(response);
    if ('tool' in script) {
      callTool(response, script.tool, script.arguments);
      return;
    }
    const pieces = typeof script.text === 'string' ? (script.text.match(/\s*\S+\s*/gu) ?? []) : script.text;
    for (const content of pieces) send(response, { content });
    finish(response, 'stop');
  };
}

function callTool(response: ServerResponse, name: string, input: Record<string, unknown>): void {
  const call = { name, arguments: JSON.stringify(input) };
  send(response, { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] });
  finish(response, 'tool_calls');
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.flushHeaders();
}

function send(response: ServerResponse, delta: object, reason: string | null = null): void {
  const chunk = { id: 'chatcmpl-double', object: 'chat.completion.chunk', model: 'double' };
  response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`);
}

function finish(response: ServerResponse, reason: string): void {
  send(response, {}, reason);
  response.end('data: [DONE]\n\n');
}

async function readQuestion(request: IncomingMessage): Promise<{ model: string; question: string; isStream: boolean }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
    model?: string;
    stream?: boolean;
    messages?: { content: unknown }[];
  };
  const content = body.messages?.at(-1)?.content;
  const question = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  return { model: body.model ?? '', question, isStream: body.stream === true };
}
