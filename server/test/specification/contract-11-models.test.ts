import { beforeAll, describe, expect, it } from 'vitest';
import type { Habits, ModelReply } from '../model-server/model-reply.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();
// A server without an OpenAI-compatible model server.
const builtin = useWorld({ OPENAI_BASE_URL: '' });

describe('Contract 11 Models', () => {
  const clock = { type: 'builtin', name: 'current_time' };
  const send = async (tools: object[], ...replies: ModelReply[]) => {
    const { id } = await world.thread({ tools });
    world.model.reply(...replies);
    return world.make(`/threads/${id}/messages`, { content: 'Go' });
  };
  const lastMessages = () => JSON.stringify(world.model.calls.at(-1)?.body['messages']);

  describe('any OpenAI-compatible server', () => {
    it('chat completions with streaming', async () => {
      expect((await send([], { text: 'Hello.' })).content).toBe('Hello.');
      expect(world.model.calls.at(-1)?.body).toMatchObject({ stream: true, model: 'double' });
    });
    it.each<Habits>(['openai', 'ollama', 'ollama-objects', 'vllm', 'vllm-new-ids', 'silent-usage'])(
      'tools, with the format of %s',
      async (habits) => {
        const toolCalls = [
          { name: 'current_time', arguments: { timezone: 'Europe/Oslo' } },
          { name: 'current_time', arguments: { timezone: 'Asia/Tokyo' } },
        ];
        const reply = await send([clock], { habits, text: 'Let me look.', toolCalls }, { habits, text: 'Late.' });
        expect(reply.content).toBe('Let me look.\n\nLate.');
        expect(reply.tool_calls.map(({ name, arguments: given }: Body) => [name, given.timezone])).toEqual([
          ['current_time', 'Europe/Oslo'],
          ['current_time', 'Asia/Tokyo'],
        ]);
      },
    );
    it('embeddings', async () => {
      const body = { name: 'K', embedding_model: 'text-embedding-3-small' };
      const { id, embedding_model: model } = await world.make('/knowledge-bases', body);
      const documents = `/knowledge-bases/${id}/documents`;
      const document = await world.make(documents, { name: 'a.md', text: 'Herons nest in April.' });
      await world.until(`${documents}/${document.id}`, 'ready');
      const { results } = await world.make(`/knowledge-bases/${id}/query`, { query: 'When do herons nest?' });
      expect([model, results.length]).toEqual(['text-embedding-3-small', 1]);
    });
  });

  it.each(['stop', 'length', null])('tool calls count regardless of finish_reason: %j', async (finishReason) => {
    const toolCalls = [{ name: 'current_time', arguments: {} }];
    const { content, tool_calls } = await send([clock], { toolCalls, finishReason }, { text: 'Late.' });
    expect(content).toBe('Late.');
    expect(tool_calls).toHaveLength(1);
    expect(lastMessages()).toContain('"role":"tool"');
  });
  it('calls with unparsable arguments are never run, but returned to the model', async () => {
    const tools = [{ type: 'http', name: 'ask', request: { url: `${world.receiver.url}/asked` } }];
    const reply = await send(tools, { toolCalls: [{ name: 'ask', arguments: '{"half":' }] }, { text: 'Sorry.' });
    expect(reply.content).toBe('Sorry.');
    expect(world.receiver.received.filter(({ path }) => path.startsWith('/asked'))).toEqual([]);
    expect(lastMessages()).toMatch(/JSON/);
  });
  it('a call of a tool that was not offered is never run, but returned to the model', async () => {
    const reply = await send([clock], { toolCalls: [{ name: 'rm', arguments: {} }] }, { text: 'Sorry.' });
    expect(reply).toMatchObject({ content: 'Sorry.' });
    expect(lastMessages()).toContain('rm');
  });
  it('missing usage is estimated and flagged estimated: true', async () => {
    const { usage } = await send([], { habits: 'silent-usage', text: 'Hello there.' });
    expect(usage).toEqual({
      prompt_tokens: expect.any(Number),
      completion_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
      estimated: true,
    });
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    expect(usage.completion_tokens).toBeGreaterThan(0);
  });
  it('reported usage is not flagged', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
    expect((await send([], { text: 'Hi.', usage })).usage).toEqual(usage);
  });

  describe('With neither set, the built-in model portico-extractive', () => {
    let base: Body;
    beforeAll(async () => {
      base = await builtin.make('/knowledge-bases', { name: 'K' });
      const documents = `/knowledge-bases/${base.id}/documents`;
      const text = 'The library opens at nine in the morning. It is closed on Sundays.';
      const { id } = await builtin.make(documents, { name: 'hours.md', text });
      await builtin.until(`${documents}/${id}`, 'ready');
    });
    const ask = async (content: string, fields: object = {}) => {
      const agent = await builtin.make('/agents', { name: 'A', ...fields });
      const { id } = await builtin.make(`/agents/${agent.id}/threads`);
      return { agent, id, reply: await builtin.make(`/threads/${id}/messages`, { content }) };
    };
    it('is the default', async () => {
      expect((await ask('Hello')).agent.model).toBe('portico-extractive');
    });
    it('answers from the agent’s knowledge bases by quoting the best passages with citations', async () => {
      const { reply } = await ask('When does the library open?', { knowledge_base_ids: [base.id] });
      expect(reply.content).toContain('opens at nine');
      expect(reply.content).toContain('[1]');
      expect(reply.citations).toMatchObject([{ document_name: 'hours.md' }]);
    });
    it('or, if there are none, from the text in the prompt', async () => {
      const text = 'Summarise this:\n\nThe committee met on Monday. It decided to plant forty trees. Nobody objected.';
      expect((await ask(text)).reply.content).toMatch(/trees|committee/);
    });
    it('says so when nothing fits', async () => {
      const { reply } = await ask('What is the tax on yachts?', { knowledge_base_ids: [base.id] });
      expect(reply.content).toMatch(/couldn't find/);
      expect(reply.citations).toEqual([]);
    });
    it('streams', async () => {
      const { id } = await ask('Hello');
      const events = await builtin.events(`/threads/${id}/messages`, {
        method: 'POST',
        body: { content: 'Who are you?', stream: true },
      });
      expect(events.filter(({ event }) => event === 'message:delta').length).toBeGreaterThan(1);
    });
    it('the built-in embedding portico-hash-1536 serves search', async () => {
      expect(base.embedding_model).toBe('portico-hash-1536');
      const { results } = await builtin.make(`/knowledge-bases/${base.id}/query`, { query: 'library opening' });
      expect(results[0]).toMatchObject({ document_name: 'hours.md' });
    });
    it('Both are named as such in /docs', async () => {
      const page = await (await fetch(`${builtin.server.url}/docs`)).text();
      const document = await (await fetch(`${builtin.server.url}/openapi.json`)).text();
      for (const name of ['portico-extractive', 'portico-hash-1536']) expect(page + document).toContain(name);
    });
  });
});
