import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from './start-model-server.ts';

let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer({ dimensions: 256 });
});
afterAll(() => server.close());

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.json();
}

const tools = [{ type: 'function', function: { name: 'get_time' } }];
const chat = (content: string) =>
  post('/chat/completions', { model: 'm', messages: [{ role: 'user', content }], tools });

it('repeats the message, in one response if streaming is not requested', async () => {
  expect(await chat('Hello')).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'You said: Hello' }, finish_reason: 'stop' }],
    usage: { completion_tokens: 4 },
  });
});

it('makes the tool call that a message specifies, if the tool is available', async () => {
  expect(await chat('call get_time {"zone":"UTC"}')).toMatchObject({
    choices: [
      {
        message: { tool_calls: [{ function: { name: 'get_time', arguments: '{"zone":"UTC"}' } }] },
        finish_reason: 'tool_calls',
      },
    ],
  });
  expect(await chat('call other {}')).toMatchObject({ choices: [{ message: { content: 'You said: call other {}' } }] });
});

it('similar texts have similar embeddings', async () => {
  const answer = await post('/embeddings', { model: 'e', input: ['a red apple', 'red apples', 'blue ocean'] });
  const { data } = answer as { data: { embedding: number[] }[] };
  const [first = [], second = [], third = []] = data.map((item) => item.embedding);
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  expect(first).toHaveLength(256);
  expect(dot(first, second)).toBeGreaterThan(dot(first, third));
});

it('uses each script once, then the permanent one', async () => {
  server.reply({ text: 'first' }, ({ body }) => ({ text: `second for ${String(body['model'])}` }));
  const text = async () => (await chat('x')) as { choices: { message: { content: string } }[] };
  const said = [await text(), await text()].map((answer) => answer.choices[0]?.message.content);
  expect(said).toEqual(['first', 'second for m']);
  server.always({ status: 503, error: { message: 'busy' } });
  expect(await chat('x')).toEqual({ error: { message: 'busy' } });
});
