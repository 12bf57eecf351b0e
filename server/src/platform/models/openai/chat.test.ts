import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import type { ChatModel, ChatTool } from '../chat-model.ts';
import { createModels } from '../models.ts';
import { ask, readAnswer, silentLog } from '../testing.ts';
import type { ModelApi } from './chat.ts';

let server: ModelServer;
let model: ChatModel;

const tool = (name: string): ChatTool => ({ name, description: `${name}.`, parameters: { type: 'object' } });
const tools = [tool('get_weather'), tool('get_time')];

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

beforeEach(() => {
  server.calls.length = 0;
  server.always({ text: 'Hello there.' });
  model = connect();
});

function connect(more: { timeoutMs?: number; api?: ModelApi } = {}): ChatModel {
  const retries = { attempts: 3, firstWaitMs: 5 };
  return createModels(
    { openaiBaseUrl: server.url, openaiApiKey: 'sk-test', defaultModel: 'm', retries, ...more },
    silentLog,
  ).chat('m');
}

describe('text', () => {
  it('streams the text in chunks and ends with the reported usage', async () => {
    server.reply({ text: ['Hel', 'lo'], usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } });
    const { events } = await readAnswer(model, ask('Hi'));
    expect(events).toEqual([
      { type: 'delta', content: 'Hel' },
      { type: 'delta', content: 'lo' },
      { type: 'finish', reason: 'stop', usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } },
    ]);
  });

  it('ends an answer that repeats itself without end, and keeps what was said', async () => {
    server.reply({ text: Array.from({ length: 300 }, () => 'again and '.repeat(1_000)) });
    const { events } = await readAnswer(model, ask('Hi'));
    const said = events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
    expect(said).toBe('again and '.repeat(104_000));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'length', usage: { estimated: true } });
  });

  it('ignores calls beyond the first 128 of an answer', async () => {
    const toolCalls = Array.from({ length: 500 }, (_, at) => ({ name: 'get_time', arguments: { at } }));
    server.reply({ toolCalls });
    const { events } = await readAnswer(model, { ...ask('Hi'), tools });
    const called = events.flatMap((event) => (event.type === 'tool_call' ? [event.arguments] : []));
    expect(called).toEqual(toolCalls.slice(0, 128).map((call) => call.arguments));
  });

  it('sends settings, key and messages in the format of the protocol', async () => {
    await readAnswer(model, {
      model: 'gpt-test',
      temperature: 0.2,
      top_p: 0.9,
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', url: 'data:image/png;base64,AAAA' },
          ],
        },
        { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'get_time', arguments: { zone: 'UTC' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'noon' },
        { role: 'system', content: 'The visitor is Ada.' },
      ],
      tools: [tool('get_time')],
    });
    expect(server.calls[0]?.headers.authorization).toBe('Bearer sk-test');
    expect(server.calls[0]?.body).toEqual({
      model: 'gpt-test',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.2,
      top_p: 0.9,
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief.\n\nThe visitor is Ada.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_time', arguments: '{"zone":"UTC"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'noon' },
      ],
      tools: [{ type: 'function', function: tool('get_time') }],
    });
  });

  it('sends no Authorization to a server without a key, regardless of the environment', async () => {
    const before = process.env['OPENAI_API_KEY'];
    process.env['OPENAI_API_KEY'] = 'sk-from-environment';
    const local = createModels({ openaiBaseUrl: server.url, defaultModel: 'm' }, silentLog).chat('m');
    expect((await readAnswer(local, ask('Hi'))).text).toBe('Hello there.');
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
    if (before === undefined) delete process.env['OPENAI_API_KEY'];
    else process.env['OPENAI_API_KEY'] = before;
  });

  it('ignores reasoning, empty choices and null content', async () => {
    server.reply({
      chunks: [
        { choices: [] },
        { choices: [{ delta: { reasoning_content: 'Hmm.', content: null } }] },
        { choices: [{ delta: { content: 'Yes' } }], usage: null },
        { choices: [{ delta: {}, finish_reason: 'stop' }] },
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 } },
      ],
    });
    const { text, finish } = await readAnswer(model, ask('Well?'));
    expect(text).toBe('Yes');
    expect(finish?.usage).toEqual({ prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 });
  });

  it('is that of the text parts if a server like Mistral sends a list of parts', async () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hmm.' }] };
    const other = { type: 'reference', reference_ids: [1], text: 7 };
    server.reply({
      chunks: [
        { choices: [{ delta: { content: [thinking] } }] },
        { choices: [{ delta: { content: [thinking, { type: 'text', text: 'Yes' }, other] } }] },
        {
          choices: [
            {
              delta: {
                content: [
                  { type: 'text', text: ', it' },
                  { type: 'text', text: ' is' },
                ],
              },
            },
          ],
        },
        { choices: [{ delta: { content: '.' }, finish_reason: 'stop' }] },
      ],
    });
    expect((await readAnswer(model, ask('Well?'))).text).toBe('Yes, it is.');
  });

  it.each([
    ['OpenAI', {}],
    ['Ollama', { habits: 'ollama' as const }],
  ])('ends with [DONE] if a server like %s sends no finish_reason', async (_, habits) => {
    server.reply({ text: 'Hello there.', finishReason: null, ...habits });
    const { text, finish } = await readAnswer(model, ask('Hi'));
    expect([text, finish?.reason]).toEqual(['Hello there.', 'stop']);
  });

  it.each([
    ['<think>Hmm, [1]?</think>\n\nYes', 'Yes'],
    [' \n<think>Hmm.</think>Yes, <think> is a tag.</think>', 'Yes, <think> is a tag.</think>'],
    ['<think>\n\n</think>\n\nYes', 'Yes'],
    ['The tag <think> begins it.', 'The tag <think> begins it.'],
    ['<thin', '<thin'],
    ['<think> is a tag.', '<think> is a tag.'],
  ])('leaves out reasoning that the server leaves at the beginning: %j', async (written, expected) => {
    for (const pieces of [[written], Array.from(written)]) {
      server.reply({ text: pieces });
      expect((await readAnswer(model, ask('Well?'))).text).toBe(expected);
    }
  });

  it('is asked for again with more tokens if such reasoning used them up', async () => {
    server.reply({ text: '<think>Hmm, let me', finishReason: 'length' }, { text: '<think>Hmm.</think>Yes' });
    const { text, finish } = await readAnswer(model, { ...ask('Well?'), max_tokens: 50 });
    expect([text, finish?.reason]).toEqual(['Yes', 'stop']);
    expect(server.calls.map(({ body }) => body['max_tokens'])).toEqual([50, 50 + 8_192]);
  });

  it('is that of the whole message if the server does not stream', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'get_time', arguments: '{"zone":"UTC"}' } };
    const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
    const message = { role: 'assistant', content: 'Let me see.', tool_calls: [call] };
    server.reply({ chunks: [{ choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage }] });
    const { events } = await readAnswer(model, { ...ask('Well?'), tools });
    expect(events).toEqual([
      { type: 'delta', content: 'Let me see.' },
      { type: 'tool_call', id: 'c1', name: 'get_time', arguments: { zone: 'UTC' } },
      { type: 'finish', reason: 'tool_calls', usage },
    ]);
  });

  it('is missing if [DONE] is all that comes', async () => {
    server.reply({ text: '', finishReason: null });
    await expect(readAnswer(model, ask('Hi'))).rejects.toMatchObject({ code: 'model_unreachable' });
  });

  it('reports that the response was truncated at its limit', async () => {
    server.reply({ text: 'Once upon', finishReason: 'length' });
    expect((await readAnswer(model, ask('Tell me'))).finish?.reason).toBe('length');
  });
});

describe('usage', () => {
  it.each([
    ['is missing', { habits: 'silent-usage' as const }],
    ['is all zeros', { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }],
  ])('is estimated and marked if it %s', async (_, reply) => {
    server.reply({ text: 'one two three', ...reply });
    const usage = (await readAnswer(model, ask('Count to three, please.'))).finish?.usage;
    expect(usage).toMatchObject({ completion_tokens: 3, estimated: true });
    expect(usage?.prompt_tokens).toBeGreaterThan(5);
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + 3);
  });
});

describe('tool calls', () => {
  const calls = [
    { id: 'call_a', name: 'get_weather', arguments: { city: 'Oslo', days: 3 } },
    { id: 'call_b', name: 'get_weather', arguments: { city: 'Rome' } },
    { id: 'call_c', name: 'get_time', arguments: {} },
  ];

  it.each(['openai', 'ollama', 'ollama-objects', 'vllm', 'vllm-new-ids', 'silent-usage'] as const)(
    'arrive whole, apart and in order with the habits of %s',
    async (habits) => {
      server.reply({ text: 'Looking.', toolCalls: calls, habits });
      const answer = await readAnswer(model, { ...ask('Weather?'), tools });
      expect(answer.text).toBe('Looking.');
      expect(answer.calls).toEqual(calls.map((call) => ({ type: 'tool_call', ...call })));
      expect(answer.invalid).toEqual([]);
      expect(answer.finish?.reason).toBe('tool_calls');
    },
  );

  it('are reported as invalid, with the original text, if the arguments can’t be parsed', async () => {
    server.reply({ toolCalls: [{ id: 'x', name: 'get_weather', arguments: '{"city": "Os' }], finishReason: 'length' });
    const { calls: valid, invalid, finish } = await readAnswer(model, { ...ask('Weather?'), tools });
    expect(valid).toEqual([]);
    expect(invalid).toEqual([
      {
        type: 'invalid_tool_call',
        id: 'x',
        name: 'get_weather',
        raw: '{"city": "Os',
        reason: 'The arguments are not a JSON object.',
      },
    ]);
    expect(finish?.reason).toBe('tool_calls');
  });

  it.each([
    ['an array', '[1]'],
    ['a number', '7'],
    ['null', 'null'],
  ])('are invalid with arguments that are %s', async (_, raw) => {
    server.reply({ toolCalls: [{ name: 'get_time', arguments: raw }] });
    expect((await readAnswer(model, { ...ask('Time?'), tools })).invalid[0]?.raw).toBe(raw);
  });

  it('accept doubly encoded arguments, and missing ones as an empty object', async () => {
    server.reply({
      toolCalls: [
        { name: 'get_time', arguments: '' },
        { name: 'get_weather', arguments: JSON.stringify('{"city":"Bonn"}') },
      ],
    });
    const answer = await readAnswer(model, { ...ask('Both'), tools });
    expect(answer.calls.map((call) => call.arguments)).toEqual([{}, { city: 'Bonn' }]);
  });

  it('are invalid when no such tool was offered', async () => {
    server.reply({ toolCalls: [{ name: 'rm_rf', arguments: {} }] });
    const { invalid } = await readAnswer(model, { ...ask('Do it'), tools });
    expect(invalid[0]?.reason).toBe('There is no tool named "rm_rf".');
  });

  it.each(['openai', 'responses'] as const)('are sent with names that OpenAI accepts, over %s', async (api) => {
    const long = 'x'.repeat(70);
    const odd = ['docs.find', 'docs/find', 'docs_find', 'Find it', '名前', long, `${long}y`];
    const expected = [
      'docs_find_2',
      'docs_find_3',
      'docs_find',
      'Find_it',
      '__',
      'x'.repeat(64),
      `${'x'.repeat(62)}_2`,
    ];
    const connected = connect({ api: api === 'openai' ? 'chat' : 'responses' });
    server.reply({ toolCalls: expected.map((name) => ({ name, arguments: {} })) });
    const answer = await readAnswer(connected, {
      ...ask('All'),
      messages: [
        { role: 'user', content: 'All' },
        {
          role: 'assistant',
          content: '',
          tool_calls: ['docs.find', 'multi_tool_use.parallel', ''].map((name, at) => ({
            id: `c${at}`,
            name,
            arguments: {},
          })),
        },
        ...[0, 1, 2].map((at) => ({ role: 'tool' as const, tool_call_id: `c${at}`, content: 'done' })),
      ],
      tools: odd.map(tool),
    });
    expect(answer.calls.map(({ name }) => name)).toEqual(odd);
    expect(answer.invalid).toEqual([]);
    const sent = JSON.stringify(server.calls[0]?.body);
    const names = [...sent.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['docs_find_2', 'multi_tool_use_parallel', 'unnamed', ...expected]);
  });

  it.each([
    [
      'ids, but repeats id and name in every piece',
      [
        { index: 0, id: 'a', function: { name: 'get_time', arguments: '{"zone":' } },
        { index: 0, id: 'a', function: { name: 'get_time', arguments: '"UTC"}' } },
        { index: 0, id: 'a', function: { name: 'get_time', arguments: '' } },
      ],
      [{ zone: 'UTC' }],
    ],
    [
      'the same id to both',
      [
        { index: 0, id: 'a', function: { name: 'get_time', arguments: '{"n":1}' } },
        { index: 1, id: 'a', function: { name: 'get_time', arguments: '{"n":2}' } },
      ],
      [{ n: 1 }, { n: 2 }],
    ],
    [
      'the same id and index to both',
      [
        { index: 0, id: 'a', function: { name: 'get_time', arguments: '{"n":1}' } },
        { index: 0, id: 'a', function: { name: 'get_time', arguments: '{"n":2}' } },
      ],
      [{ n: 1 }, { n: 2 }],
    ],
    [
      'neither id nor index',
      [
        { function: { name: 'get_time', arguments: '{"n":1}' } },
        { function: { name: 'get_time', arguments: '{"n":2}' } },
      ],
      [{ n: 1 }, { n: 2 }],
    ],
    [
      'neither id nor arguments',
      [{ function: { name: 'get_time', arguments: '' } }, { function: { name: 'get_weather' } }],
      [{}, {}],
    ],
    [
      'the id first and the name later',
      [
        { index: 0, id: 'a' },
        { index: 0, function: { name: 'get_time' } },
        { index: 0, function: { arguments: '{}' } },
      ],
      [{}],
    ],
  ])('are distinguished, with unique ids, if a server sends %s', async (_, deltas, expected) => {
    server.reply({
      chunks: [
        ...deltas.map((delta) => ({ choices: [{ delta: { tool_calls: [delta] } }] })),
        { choices: [{ delta: {}, finish_reason: 'stop' }] },
      ],
    });
    const answer = await readAnswer(model, { ...ask('Twice'), tools });
    expect(answer.invalid).toEqual([]);
    expect(answer.calls.map((call) => call.arguments)).toEqual(expected);
    expect(new Set(answer.calls.map((call) => call.id)).size).toBe(expected.length);
    expect(answer.calls.every((call) => call.id !== '' && call.name !== '')).toBe(true);
  });
});

describe('failures', () => {
  it('are retried while they are temporary', async () => {
    server.reply({ status: 500 }, { status: 429, error: { message: 'slow down' }, headers: { 'retry-after': '0' } });
    expect((await readAnswer(model, ask('Hi'))).text).toBe('Hello there.');
    expect(server.calls).toHaveLength(3);
  });

  it.each([
    ['429', { status: 429 }, 'model_overloaded', 3],
    ['503', { status: 503 }, 'model_overloaded', 3],
    ['500', { status: 500 }, 'model_unreachable', 3],
    ['401', { status: 401, error: { message: 'Incorrect API key sk-test' } }, 'model_rejected', 1],
    ['404', { status: 404, error: { message: 'model not found' } }, 'model_rejected', 1],
    ['400', { status: 400, error: { message: 'secret detail of the server' } }, 'model_rejected', 1],
    ['a used-up quota', { status: 429, error: { code: 'insufficient_quota' } }, 'model_rejected', 1],
    ['a long Retry-After', { status: 429, headers: { 'retry-after': '3600' } }, 'model_overloaded', 1],
  ])('end as %s', async (_, reply, code, calls) => {
    server.always(reply);
    const failure = await readAnswer(model, ask('Hi')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ModelError', code, retryable: !code.endsWith('rejected') });
    expect(String(failure)).not.toMatch(/secret|sk-test/u);
    expect(server.calls).toHaveLength(calls);
  });

  it.each([
    [
      'llama.cpp',
      400,
      { message: 'the request exceeds the available context size, try increasing it' },
      /longer than/u,
    ],
    ['vLLM', 400, { message: "This model's maximum context length is 4096 tokens." }, /longer than/u],
    ['Claude', 400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }, /longer than/u],
    [
      'Gemini',
      400,
      { message: 'The input token count (1100000) exceeds the maximum number of tokens' },
      /longer than/u,
    ],
    ['Groq', 413, { message: 'Request too large for model `m`', code: 'rate_limit_exceeded' }, /longer than/u],
    ['DeepSeek', 402, { message: 'Insufficient Balance' }, /quota is used up/u],
    ['OpenAI by type', 429, { message: 'You exceeded your quota', type: 'insufficient_quota' }, /quota is used up/u],
    ['a server without the path', 404, undefined, /OPENAI_BASE_URL.*\/v1/u],
    ['a server without the model', 404, { message: 'The model `m` does not exist' }, /no model named "test-model"/u],
  ])('give the cause that %s reports', async (_, status, error, expected) => {
    server.always({ status, ...(error === undefined ? {} : { error }) });
    await expect(readAnswer(model, ask('Hi'))).rejects.toMatchObject({
      code: 'model_rejected',
      message: expect.stringMatching(expected),
    });
    expect(server.calls.length).toBeLessThanOrEqual(2);
  });

  it('contain the server’s delay', async () => {
    server.always({ status: 429, headers: { 'retry-after': '3600' } });
    await expect(readAnswer(model, ask('Hi'))).rejects.toMatchObject({ retryAfter: 3600 });
  });

  it.each(['-5', 'Wed, 01 Jan 2020 00:00:00 GMT'])('contain no delay for %j', async (value) => {
    server.always({ status: 429, headers: { 'retry-after': value } });
    await expect(readAnswer(model, ask('Hi'))).rejects.toMatchObject({ retryAfter: null });
  });

  it('are unreachable if nothing listens', async () => {
    const gone = await startModelServer();
    await gone.close();
    const retries = { attempts: 2, firstWaitMs: 1 };
    const dead = createModels({ openaiBaseUrl: gone.url, defaultModel: 'm', retries }, silentLog).chat('m');
    await expect(readAnswer(dead, ask('Hi'))).rejects.toMatchObject({ code: 'model_unreachable' });
  });

  it.each([
    ['a connection that is cut', { cutAfter: 3 }],
    ['a stream that stops without finish_reason', { stopAfter: 3 }],
    ['a stream that falls silent', { hangAfter: 3 }],
  ])('in the middle: %s keeps what came before and is unreachable, without a second call', async (_, reply) => {
    server.reply({ text: ['One', ' two', ' three', ' four'], ...reply });
    let text = '';
    const request = { model: 'm', ...ask('Count') };
    const reading = (async () => {
      // Only the silent one needs a limit, which a busy machine must not reach before the first word.
      const limit = 'hangAfter' in reply ? { timeoutMs: 2_000 } : {};
      for await (const event of connect(limit).stream(request, new AbortController().signal))
        if (event.type === 'delta') text += event.content;
    })();
    await expect(reading).rejects.toMatchObject({ code: 'model_unreachable' });
    expect(text).toBe('One two');
    expect(server.calls).toHaveLength(1);
  });

  it('inside the stream are an invalid response, or an overload if the server reports one', async () => {
    server.reply({ text: 'Well', streamedError: { message: 'CUDA out of memory at /opt/x' } });
    await expect(readAnswer(model, ask('Hi'))).rejects.toMatchObject({
      code: 'model_bad_answer',
      message: 'The model server failed in the middle of its answer.',
    });
    server.reply({ text: 'Well', streamedError: { message: 'Overloaded', type: 'overloaded_error' } });
    await expect(readAnswer(model, ask('Hi'))).rejects.toMatchObject({ code: 'model_overloaded' });
  });

  it.each([
    ['no JSON', ['{"choices": [']],
    ['no chunk', [{ choices: 'none' }]],
  ])('are an invalid response if the stream contains %s', async (_, chunks) => {
    server.reply({ chunks });
    await expect(readAnswer(model, ask('Hi'))).rejects.toMatchObject({ code: 'model_bad_answer' });
  });
});

describe('abort', () => {
  it('stops the stream with the reason given, and the request with it', async () => {
    server.reply({ text: 'a b c d e f g h', tokenDelayMs: 20 });
    const controller = new AbortController();
    const reason = new Error('cancelled by the user');
    const texts: string[] = [];
    const reading = (async () => {
      for await (const event of model.stream({ model: 'm', ...ask('Hi') }, controller.signal)) {
        if (event.type === 'delta') texts.push(event.content);
        if (texts.length === 2) controller.abort(reason);
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(texts).toHaveLength(2);
    await expect.poll(() => server.calls[0]?.aborted).toBe(true);
  });

  it('stops the wait before a repeat', async () => {
    server.always({ status: 429, headers: { 'retry-after': '10' } });
    const controller = new AbortController();
    const reading = readAnswer(model, ask('Hi'), controller.signal);
    await expect.poll(() => server.calls.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect(server.calls).toHaveLength(1);
  });

  it('sends no request if the signal has already fired', async () => {
    await expect(readAnswer(model, ask('Hi'), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(server.calls).toHaveLength(0);
  });

  it('ends the request when the reader leaves the stream', async () => {
    server.reply({ text: 'a b c d e f g h', tokenDelayMs: 30 });
    for await (const event of model.stream({ model: 'm', ...ask('Hi') }, new AbortController().signal))
      if (event.type === 'delta') break;
    await expect.poll(() => server.calls[0]?.aborted).toBe(true);
  });
});

describe('servers with fewer features', () => {
  it.each([
    ['stream_options', { stream_options: undefined }, '1 validation error: stream_options: extra fields not permitted'],
    [
      'max_tokens',
      { max_tokens: undefined, max_completion_tokens: 50 },
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    [
      'temperature',
      { temperature: undefined },
      "Unsupported value: 'temperature' does not support 0.2 with this model.",
    ],
    ['response_format', { response_format: undefined }, 'response_format of type json_schema is not supported'],
  ])('get a second request without %s, and later requests omit it', async (_, expected, message) => {
    server.reply({ status: 400, error: { message } });
    const request = { ...ask('Hi'), max_tokens: 50, temperature: 0.2, json_schema: { type: 'object', title: 'Wish' } };
    expect((await readAnswer(model, request)).text).toBe('Hello there.');
    expect((await readAnswer(model, request)).text).toBe('Hello there.');
    expect(server.calls).toHaveLength(3);
    for (const call of server.calls.slice(1))
      for (const [field, value] of Object.entries(expected)) expect(call.body[field]).toBe(value);
  });

  it('get the schema as text', async () => {
    server.reply({ status: 400, error: { message: 'json_schema is not supported' } });
    await readAnswer(model, { ...ask('Hi'), json_schema: { type: 'object', title: 'Wish' } });
    expect(JSON.stringify(server.calls[1]?.body['messages'])).toContain('Wish');
  });

  it('get a note instead of the images that they refuse', async () => {
    server.reply({ status: 400, error: { message: 'This model does not support image input' } });
    const content = [
      { type: 'text' as const, text: 'What is it?' },
      { type: 'image' as const, url: 'data:image/png;base64,AAAA' },
    ];
    await readAnswer(model, { messages: [{ role: 'user', content }] });
    expect(JSON.stringify(server.calls[1]?.body['messages'])).toContain('An image was attached here');
    await readAnswer(model, { messages: [{ role: 'user', content }] });
    expect(JSON.stringify(server.calls[2]?.body['messages'])).toContain('image_url');
  });

  it('are given up if they refuse a setting and everything that replaces it', async () => {
    for (const [old, error] of [
      [
        { max_tokens: 10 },
        "'max_tokens' is not supported. Use 'max_completion_tokens', which is not supported either.",
      ],
      [{ reasoning_effort: 'low' as const }, "tools with reasoning_effort are not supported, nor is 'none'"],
    ] as const) {
      server.always({ status: 400, error: { message: error } });
      // The second time, what was learnt is applied first.
      for (const _time of [1, 2]) {
        server.calls.length = 0;
        await expect(readAnswer(model, { ...ask('Hi'), ...old, tools })).rejects.toMatchObject({
          code: 'model_rejected',
        });
        expect(server.calls.length).toBeLessThanOrEqual(3);
      }
    }
  });

  it('are distinguished from servers that refuse for another reason', async () => {
    server.always({
      status: 400,
      error: { message: "This model's maximum context length is 4096 tokens; max_tokens is too large" },
    });
    await expect(readAnswer(model, { ...ask('Hi'), max_tokens: 9999 })).rejects.toMatchObject({
      message: 'The conversation is longer than the model can take.',
    });
    expect(server.calls).toHaveLength(1);
  });
});

describe('passages', () => {
  const passages = ['Oslo is the capital of Norway.', 'Rome is the capital of Italy.', 'Bonn was a capital.'].map(
    (content, index) => ({
      chunk_id: `chk_${index}`,
      document_id: `doc_${index}`,
      document_name: `Page ${index}`,
      title: `Page ${index}`,
      url: null,
      heading: null,
      content,
      score: 0.5,
    }),
  );

  it('are numbered for the model, and its marks become citations in the order of the text', async () => {
    server.reply({ text: ['Rome ', '[', '2', ']', ' and Oslo [1', '], see [2] and [9], not `list[1]`.'] });
    const { text, citations } = await readAnswer(model, { ...ask('Capitals?'), passages });
    expect(text).toBe('Rome [1] and Oslo [2], see [1] and [9], not `list[1]`.');
    expect(citations.map((citation) => citation.chunk_id)).toEqual(['chk_1', 'chk_0']);
    expect(citations[0]).toEqual({
      chunk_id: 'chk_1',
      document_id: 'doc_1',
      document_name: 'Page 1',
      title: 'Page 1',
      url: null,
      heading: null,
      score: 0.5,
      quote: 'Rome is the capital of Italy.',
    });
    expect(JSON.stringify(server.calls[0]?.body['messages'])).toContain('[2] Page 1');
  });

  it('are cited for the text only, if reasoning left no tokens for it at first; both responses are paid', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 };
    server.reply({ text: [], finishReason: 'length', usage }, { text: 'Bonn [3].', usage });
    const { text, citations, finish } = await readAnswer(model, { ...ask('Capitals?'), passages });
    expect([text, citations.map((citation) => citation.chunk_id)]).toEqual(['Bonn [1].', ['chk_2']]);
    expect(finish?.usage).toEqual({ prompt_tokens: 14, completion_tokens: 4, total_tokens: 18 });
  });

  it('are cited one by one if the model joins its marks', async () => {
    server.reply({
      text: ['Rome [3]. ', 'Both [', '1', ', ', '3', '], all [2,1;3], not [0, 1], `a[1, 2]` or [1, 4', '].'],
    });
    const { text, citations } = await readAnswer(model, { ...ask('Capitals?'), passages });
    expect(text).toBe('Rome [1]. Both [2][1], all [3][2][1], not [0, 1], `a[1, 2]` or [1, 4].');
    expect(citations.map((citation) => citation.chunk_id)).toEqual(['chk_2', 'chk_0', 'chk_1']);
  });

  it.each([
    [
      'an unbalanced backtick, up to its paragraph',
      ['Use ` for it [2].\n', '\nRome [2].'],
      'Use ` for it [2].\n\nRome [1].',
    ],
    ['code in double backticks', ['``a`[2]`` [2]'], '``a`[2]`` [1]'],
    [
      'a fenced block with a blank line',
      ['``', '`js\na[2]\n\nb[2]\n``', '`\nRome [2]'],
      '```js\na[2]\n\nb[2]\n```\nRome [1]',
    ],
    ['a fenced block in a list', ['- ```\n  a[2]\n\n  b[2]\n  ```\n- [2]'], '- ```\n  a[2]\n\n  b[2]\n  ```\n- [1]'],
    ['a span of three backticks', ['```a[2]``` [2]\n\n[2]'], '```a[2]``` [1]\n\n[1]'],
  ])('are not cited in %s', async (_, pieces, expected) => {
    server.reply({ text: pieces });
    expect((await readAnswer(model, { ...ask('Capitals?'), passages })).text).toBe(expected);
  });

  it('are all cited if the text has no marks', async () => {
    server.reply({ text: 'Rome, mostly [' });
    const { text, citations } = await readAnswer(model, { ...ask('Capitals?'), passages });
    expect(text).toBe('Rome, mostly [');
    expect(citations).toHaveLength(3);
  });

  it('are not cited by a step that only calls tools', async () => {
    server.reply({ toolCalls: [{ name: 'get_time', arguments: {} }] });
    expect((await readAnswer(model, { ...ask('Capitals?'), passages, tools })).citations).toEqual([]);
  });
});
