import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import type { ChatModel, ChatRequest } from '../chat-model.ts';
import { createModels, type ModelsConfig } from '../models.ts';
import { ask, readAnswer, silentLog } from '../testing.ts';

let server: ModelServer;
let model: ChatModel;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => server.close());
beforeEach(() => {
  server.calls.length = 0;
  server.always({ text: 'Hello there.' });
  model = connect();
});

function connect(more: Partial<ModelsConfig> = {}): ChatModel {
  const config = { openaiBaseUrl: server.url, openaiApiKey: 'sk-test', defaultModel: 'm', retries: { attempts: 1 } };
  return createModels({ ...config, ...more }, silentLog).chat('m');
}

const tools = [{ name: 'get_time', description: 'The time.', parameters: { type: 'object' } }];
const withTools = (fields: Omit<Partial<ChatRequest>, 'model'> = {}): ChatRequest => ({
  model: 'test-model',
  ...ask('What time is it?'),
  tools,
  ...fields,
});
/** OpenAI's error message (gpt-5.6 and gpt-6 families, 2026). */
const refusal = {
  status: 400,
  error: {
    message:
      "Function tools with reasoning_effort are not supported for m in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    type: 'invalid_request_error',
    param: 'reasoning_effort',
  },
};
const paths = (): string[] => server.calls.map(({ path }) => path.replace('/v1', ''));

describe('a model that refuses tools together with reasoning on Chat Completions', () => {
  it('is called without reasoning if the agent sets no effort, and this is remembered', async () => {
    server.reply(refusal);
    expect((await readAnswer(model, withTools())).text).toBe('Hello there.');
    expect((await readAnswer(model, withTools())).text).toBe('Hello there.');
    expect(paths()).toEqual(['/chat/completions', '/chat/completions', '/chat/completions']);
    expect(server.calls.map(({ body }) => body['reasoning_effort'])).toEqual([undefined, 'none', 'none']);
  });

  it('reasons without tools, regardless of what is remembered', async () => {
    server.reply(refusal);
    await readAnswer(model, withTools());
    await readAnswer(model, { ...ask('Hi'), reasoning_effort: 'low' });
    expect(server.calls.at(-1)?.body['reasoning_effort']).toBe('low');
  });

  it('is called over the Responses API if the agent sets an effort, and this is remembered', async () => {
    server.always({
      toolCalls: [{ name: 'get_time', arguments: { zone: 'UTC' } }],
      usage: { prompt_tokens: 7, completion_tokens: 9, total_tokens: 16 },
    });
    server.reply(refusal);
    const { events } = await readAnswer(model, withTools({ reasoning_effort: 'low', max_tokens: 100 }));
    expect(events).toEqual([
      { type: 'tool_call', id: 'call_1', name: 'get_time', arguments: { zone: 'UTC' } },
      {
        type: 'finish',
        reason: 'tool_calls',
        usage: { prompt_tokens: 7, completion_tokens: 9, total_tokens: 16 },
      },
    ]);
    const conversation: ChatRequest['messages'] = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image', url: 'data:image/png;base64,AAAA' },
        ],
      },
      { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'c1', name: 'get_time', arguments: {} }] },
      { role: 'tool', tool_call_id: 'c1', content: 'noon' },
    ];
    server.always({ text: 'It is noon.' });
    const request = withTools({ reasoning_effort: 'low', max_tokens: 100, temperature: 0.7, messages: conversation });
    expect((await readAnswer(model, request)).text).toBe('It is noon.');
    expect(paths()).toEqual(['/chat/completions', '/responses', '/responses']);
    expect(server.calls.at(-1)?.body).toEqual({
      model: 'test-model',
      stream: true,
      store: false,
      instructions: 'Be brief.',
      reasoning: { effort: 'low' },
      max_output_tokens: 100 + 8_192,
      tools: [{ type: 'function', ...tools[0], strict: false }],
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look.' },
            { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
          ],
        },
        { role: 'assistant', content: 'Let me see.' },
        { type: 'function_call', call_id: 'c1', name: 'get_time', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'noon' },
      ],
    });
  });

  it('does for each agent what its effort asks for, whichever calls the model first', async () => {
    const efforts = (): unknown[] =>
      server.calls.map(({ path, body }) => [
        path.replace('/v1', ''),
        body['reasoning'] ?? body['reasoning_effort'] ?? null,
      ]);
    server.reply(refusal);
    await readAnswer(model, withTools());
    await readAnswer(model, withTools({ reasoning_effort: 'high' }));
    expect(efforts()).toEqual([
      ['/chat/completions', null],
      ['/chat/completions', 'none'],
      ['/responses', { effort: 'high' }],
    ]);
    server.calls.length = 0;
    model = connect();
    server.reply(refusal);
    await readAnswer(model, withTools({ reasoning_effort: 'high' }));
    await readAnswer(model, withTools());
    expect(efforts()).toEqual([
      ['/chat/completions', 'high'],
      ['/responses', { effort: 'high' }],
      ['/chat/completions', 'none'],
    ]);
  });

  it('is called without reasoning if the server has no Responses API', async () => {
    server.reply(refusal, { status: 404, error: { message: 'no such path' } });
    expect((await readAnswer(model, withTools({ reasoning_effort: 'high' }))).text).toBe('Hello there.');
    await readAnswer(model, withTools({ reasoning_effort: 'high' }));
    expect(paths()).toEqual(['/chat/completions', '/responses', '/chat/completions', '/chat/completions']);
    expect(server.calls.at(-1)?.body['reasoning_effort']).toBe('none');
  });

  it('is not called over the other API with MODEL_API=chat', async () => {
    server.reply(refusal);
    await readAnswer(connect({ api: 'chat' }), withTools({ reasoning_effort: 'low' }));
    expect(paths()).toEqual(['/chat/completions', '/chat/completions']);
  });
});

it('everything goes over the Responses API with MODEL_API=responses', async () => {
  const { events } = await readAnswer(connect({ api: 'responses' }), { ...ask('Hi'), temperature: 0.2 });
  expect(paths()).toEqual(['/responses']);
  expect(server.calls[0]?.body).toMatchObject({ temperature: 0.2, input: [{ role: 'user', content: 'Hi' }] });
  expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
});

it('a model without effort settings is called without one', async () => {
  const message = 'Unrecognized request argument supplied: reasoning_effort';
  server.reply({ status: 400, error: { message } });
  expect((await readAnswer(model, { ...ask('Hi'), reasoning_effort: 'low' })).text).toBe('Hello there.');
  await readAnswer(model, { ...ask('Hi'), reasoning_effort: 'low' });
  expect(server.calls.map(({ body }) => body['reasoning_effort'])).toEqual(['low', undefined, undefined]);
});

it('an effort that a model does not know is left out alone: others are still sent', async () => {
  const message = "Unsupported value: 'reasoning_effort' does not support 'xhigh' with this model.";
  server.reply({ text: 'Hi.' }, { status: 400, error: { message } });
  for (const effort of ['low', 'xhigh', 'low', 'xhigh'] as const) {
    await readAnswer(model, { ...ask('Hi'), reasoning_effort: effort });
  }
  const sent = ['low', 'xhigh', undefined, 'low', undefined];
  expect(server.calls.map(({ body }) => body['reasoning_effort'])).toEqual(sent);
});

describe('tokens for reasoning', () => {
  it('max_tokens counts visible text once a model is known to reason', async () => {
    server.reply({ text: 'Yes.', reasoningTokens: 40 });
    await readAnswer(model, { ...ask('Hi'), max_tokens: 50 });
    await readAnswer(model, { ...ask('Hi'), max_tokens: 50 });
    expect(server.calls.map(({ body }) => body['max_tokens'])).toEqual([50, 50 + 8_192]);
  });

  it('a response that used its tokens for reasoning is requested again with more', async () => {
    server.reply({ text: [], finishReason: 'length', reasoningTokens: 50 });
    const { text, events } = await readAnswer(model, { ...ask('Hi'), max_tokens: 50 });
    expect(text).toBe('Hello there.');
    expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
    expect(server.calls.map(({ body }) => body['max_tokens'])).toEqual([50, 50 + 8_192]);
  });

  it('an empty response after that is returned as it is', async () => {
    server.always({ text: [], finishReason: 'length', reasoningTokens: 9_000 });
    const { events } = await readAnswer(model, { ...ask('Hi'), max_tokens: 50 });
    expect(events).toEqual([expect.objectContaining({ type: 'finish', reason: 'length' })]);
    expect(server.calls).toHaveLength(2);
  });
});

describe('the default model', () => {
  const choose = async (models: string[], more: Partial<ModelsConfig> = {}): Promise<string> => {
    const listing = await startModelServer({ models });
    try {
      const created = createModels({ openaiBaseUrl: listing.url, openaiApiKey: 'sk-test', ...more }, silentLog);
      await created.prepare();
      return created.defaultModel;
    } finally {
      await listing.close();
    }
  };

  it.each([
    ['the first of the preference list that is listed', ['gpt-4o', 'gpt-6-sol', 'gpt-6-luna'], 'gpt-6-luna'],
    ['else the first that writes text', ['text-embedding-3-small', 'whisper-1', 'llama3.3', 'mistral'], 'llama3.3'],
    ['the newest small one if the list is empty', [], 'gpt-6-luna'],
  ])('is %s', async (_, models, expected) => {
    expect(await choose(models)).toBe(expected);
  });

  it('is DEFAULT_MODEL if that is set, regardless of the list', async () => {
    expect(await choose(['gpt-6-luna'], { defaultModel: 'own' })).toBe('own');
  });

  it('is assumed while the server is unavailable', async () => {
    const away = createModels({ openaiBaseUrl: 'http://127.0.0.1:9/v1', openaiApiKey: 'k' }, silentLog);
    await away.prepare();
    expect(away.defaultModel).toBe('gpt-6-luna');
    expect(await away.warnOfUnknown('anything')).toBeUndefined();
  });
});
